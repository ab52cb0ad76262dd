/** Routes of the page. They are the addresses that the server answers with this page (server/http/page.py). */
import { createRouter, createWebHistory } from 'vue-router'

import Lobby from './screens/Lobby.vue'

export const router = createRouter({
  history: createWebHistory(),
  scrollBehavior: () => ({ top: 0 }),
  routes: [
    { path: '/', name: 'lobby', component: Lobby },
    { path: '/new/:game', name: 'new', component: () => import('./screens/NewGame.vue'), props: true },
    { path: '/table/:id', name: 'table', component: () => import('./screens/Table.vue'), props: true },
    { path: '/pairing/:game', name: 'pairing', component: () => import('./screens/Pairing.vue'), props: true },
    { path: '/challenges/:game?', name: 'challenges', component: () => import('./screens/Challenges.vue'), props: true },
    { path: '/leaderboard/:game?', name: 'leaderboard', component: () => import('./screens/Leaderboard.vue'), props: true },
    { path: '/profile/:id', name: 'profile', component: () => import('./screens/Profile.vue'), props: true },
    { path: '/player', name: 'player', component: () => import('./screens/Player.vue') },
    { path: '/history', name: 'history', component: () => import('./screens/History.vue') },
    { path: '/replay/:id', name: 'replay', component: () => import('./screens/Replay.vue'), props: true },
    { path: '/drills', name: 'drills', component: () => import('./screens/Drills.vue') },
    { path: '/settings', name: 'settings', component: () => import('./screens/Settings.vue') },
    { path: '/help', name: 'help', component: () => import('./screens/Help.vue') },
    { path: '/offline', name: 'offline', component: () => import('./screens/Offline.vue') },
    { path: '/:rest(.*)', name: 'not-found', component: () => import('./screens/NotFound.vue') },
  ],
})
