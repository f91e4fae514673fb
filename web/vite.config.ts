import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// While developing, `npm run dev` serves the page and hands everything under /api to a server that runs beside it.
export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  server: { proxy: { '/api': { target: 'http://127.0.0.1:1632', ws: true } } },
  build: { target: 'es2022', chunkSizeWarningLimit: 250 },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], restoreMocks: true },
});
