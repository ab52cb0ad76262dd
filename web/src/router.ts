/** Which screen is it? The addresses are those that the server answers with this page (server/page.py). */
import { createRouter, createWebHistory } from 'vue-router'

import Lobby from './screens/Lobby.vue'

export const router = createRouter({
  history: createWebHistory(),
  scrollBehavior: () => ({ top: 0 }),
  routes: [
    { path: '/', name: 'lobby', component: Lobby },
    { path: '/new/:game', name: 'new', component: () => import('./screens/NewGame.vue'), props: true },
    { path: '/table/:id', name: 'table', component: () => import('./screens/Table.vue'), props: true },
    { path: '/player', name: 'player', component: () => import('./screens/Player.vue') },
    { path: '/settings', name: 'settings', component: () => import('./screens/Settings.vue') },
    { path: '/help', name: 'help', component: () => import('./screens/Help.vue') },
    { path: '/offline', name: 'offline', component: () => import('./screens/Offline.vue') },
    { path: '/:rest(.*)', name: 'not-found', component: () => import('./screens/NotFound.vue') },
  ],
})
