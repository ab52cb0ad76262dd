// Run in the page by geometry.py: returns what is wrong with the layout, as sentences.
([slack, least]) => {
    const found = []
    const modal = [...document.querySelectorAll('dialog[open], [aria-modal="true"]')].at(-1)
    const root = modal ?? document.body
    const scroller = document.scrollingElement
    const scrolls = scroller.scrollHeight > innerHeight + slack
    const shown = one => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})
        && !one.closest('.unseen, [aria-hidden="true"], [inert], .cards, .card, .pile')
    // What is for screen readers, or waits above the screen for the focus as a skip link does.
    const unseen = one => {
        for (let at = one; at && at !== document.body; at = at.parentElement) {
            const box = at.getBoundingClientRect()
            const {position} = getComputedStyle(at)
            if (['absolute', 'fixed'].includes(position) && (box.width <= 1 || box.height <= 1 || box.bottom <= 0)) return true
        }
        return false
    }
    const named = one => {
        const text = (one.getAttribute('aria-label') ?? one.innerText ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
        return `<${one.tagName.toLowerCase()}${one.className && typeof one.className === 'string' ? '.' + one.className.trim().split(/\s+/)[0] : ''}> ${text}`
    }
    const clips = (one, axis) => getComputedStyle(one)[axis] !== 'visible'
    const scrolling = (one, axis) => ['auto', 'scroll'].includes(getComputedStyle(one)[axis])
    const inScroller = (one, axis) => {
        for (let at = one.parentElement; at; at = at.parentElement) if (scrolling(at, axis)) return true
        return false
    }
    /** Whether nothing that scrolls has the box outside of what it shows now. */
    const inView = (one, box) => {
        for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
            const frame = at.getBoundingClientRect()
            if (scrolling(at, 'overflowY') && (box.bottom > frame.bottom + slack || box.top < frame.top - slack)) return false
            if (scrolling(at, 'overflowX') && (box.right > frame.right + slack || box.left < frame.left - slack)) return false
        }
        return true
    }
    const stuck = one => {
        for (let at = one; at; at = at.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
        return false
    }

    /** Whether something belongs to a part that is stuck to the screen, or to a panel, while the other is scrolled under it. */
    const stuckOver = (one, other) => {
        for (let at = one; at && !at.contains(other); at = at.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
        return false
    }

    // Text: where each piece lies, and whether anything cuts it off.
    const texts = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const node = walker.currentNode
        const one = node.parentElement
        if (!node.data.trim() || !one || !shown(one) || unseen(one) || one.closest('svg, script, style, option, select')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1 && inView(one, box))
        if (boxes.length === 0) continue
        const left = Math.min(...boxes.map(box => box.left)), right = Math.max(...boxes.map(box => box.right))
        const top = Math.min(...boxes.map(box => box.top)), bottom = Math.max(...boxes.map(box => box.bottom))
        texts.push({one, boxes})
        if ((left < -slack || right > innerWidth + slack) && !inScroller(one, 'overflowX')) found.push(`text beyond the side: ${named(one)}`)
        if (!scrolls && (top < -slack || bottom > innerHeight + slack) && !inScroller(one, 'overflowY')) found.push(`text beyond the screen: ${named(one)}`)
        for (let at = one; at && at !== document.body; at = at.parentElement) {
            const box = at.getBoundingClientRect()
            const isCutAcross = clips(at, 'overflowX') && !scrolling(at, 'overflowX') && (left < box.left - slack || right > box.right + slack)
            // the empty space above and below the letters may be cut off
            const isCutDown = clips(at, 'overflowY') && !scrolling(at, 'overflowY') && boxes.some(({top, bottom, height}) => top < box.top - height * 0.25 || bottom > box.bottom + height * 0.25)
            if (isCutAcross || isCutDown) { found.push(`cut text: ${named(one)}`); break }
            if (scrolling(at, 'overflowX') || scrolling(at, 'overflowY')) break
        }
        const control = one.closest('button, a.button')
        if (control) {
            const box = control.getBoundingClientRect()
            if (left < box.left - slack || right > box.right + slack || top < box.top - slack || bottom > box.bottom + slack) found.push(`text beyond its control: ${named(control)}`)
        }
        const lines = new Set(boxes.map(box => Math.round(box.top))).size
        if (lines > 2 && right - left < parseFloat(getComputedStyle(one).fontSize) * 2) found.push(`text in a column of letters: ${named(one)}`)
        if (one.scrollWidth > one.clientWidth + slack && clips(one, 'overflowX') && !scrolling(one, 'overflowX')) found.push(`cut text: ${named(one)}`)
    }

    // Texts that lie on each other. What is stuck to the screen may cover what is scrolled under it, and a panel that
    // nothing shines through, placed outside of the flow, may cover what lies below it.
    const related = (a, b) => a.contains(b) || b.contains(a)
    const opaque = one => {
        const alpha = /^rgba\(.*, ([\d.]+)\)$/.exec(getComputedStyle(one).backgroundColor)?.[1] ?? '1'
        return Number(alpha) > 0.95
    }
    const onPanel = (one, other) => {
        let covers = false
        for (let at = one; at && !at.contains(other); at = at.parentElement) {
            covers ||= opaque(at)
            if (covers && ['absolute', 'fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
        }
        return false
    }
    const slides = one => scrolls || inScroller(one, 'overflowY')
    const flat = texts.flatMap(({one, boxes}) => boxes.map(box => ({one, box, stuck: stuck(one)})))
    for (let i = 0; i < flat.length; i += 1) for (let j = i + 1; j < flat.length; j += 1) {
        const [a, b] = [flat[i], flat[j]]
        if (a.one === b.one || related(a.one, b.one) || (a.stuck !== b.stuck && (slides(a.one) || slides(b.one)))) continue
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        // Lines of text have empty space above and below the letters.
        if (wide > 2 && high > Math.min(a.box.height, b.box.height) * 0.4 && !onPanel(a.one, b.one) && !onPanel(b.one, a.one)) found.push(`texts overlap: ${named(a.one)} / ${named(b.one)}`)
    }

    // Controls: the middle of each must be its own.
    for (const one of root.querySelectorAll('button, a[href], input, select, summary, [role="button"]')) {
        if (!shown(one) || one.disabled || unseen(one)) continue
        const target = one.matches('input') ? (one.closest('label') ?? one) : one
        const box = target.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        if (box.width < 1 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) {
            const reachable = scrolls || inScroller(one, 'overflowX') || inScroller(one, 'overflowY')
            if (box.width >= 1 && !reachable) found.push(`control beyond the screen: ${named(one)}`)
            continue
        }
        if (!inView(one, box)) continue
        const hit = document.elementFromPoint(x, y)
        if (!hit || target.contains(hit) || hit.contains(target)) continue
        if (slides(one) && stuckOver(hit, one)) continue
        const label = one.id ? document.querySelector(`label[for="${one.id}"]`) : null
        if (label?.contains(hit)) continue
        found.push(`control covered: ${named(one)} by ${named(hit)}`)
    }

    // What is told must leave the figures free.
    for (const notice of document.querySelectorAll('.notice')) {
        const over = notice.getBoundingClientRect()
        for (const {one, box} of flat) {
            const wide = Math.min(box.right, over.right) - Math.max(box.left, over.left)
            const high = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top)
            if (one.closest('dl') && wide > 2 && high > box.height * 0.4) found.push(`notice covers: ${named(one)}`)
        }
    }

    // Cards that can be read; backs may be smaller.
    if (least > 0) {
        const widths = [...document.querySelectorAll('.table .card:has(.front)')].filter(one => one.checkVisibility())
            .map(one => one.getBoundingClientRect().width).filter(width => width > 1)
        const narrowest = Math.min(...widths)
        if (widths.length && narrowest < least - 0.5) found.push(`cards are ${narrowest.toFixed(1)} px wide, at least ${least} are wanted`)
    }
    return [...new Set(found)]
}
