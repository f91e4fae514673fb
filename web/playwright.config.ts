import { defineConfig } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The real server, built by `make test` or by hand with `cargo build --package caracole`.
const program = process.env['CARACOLE'] ?? '../target/debug/caracole';
const port = Number(process.env['CARACOLE_PORT'] ?? '1699');
const data = join(mkdtempSync(join(tmpdir(), 'caracole-')), 'battles.sqlite');

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'artefacts/runs',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: !!process.env['CI'],
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // What never comes is a fault of its own, and should not cost the time of the whole test.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      // Debian's package; nothing is downloaded.
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  webServer: {
    command: `${program} serve --port ${port} --data ${data} --pace 0 --web dist`,
    url: `http://127.0.0.1:${port}/api/shelf`,
    reuseExistingServer: false,
    stdout: 'pipe',
    timeout: 30_000,
  },
});
