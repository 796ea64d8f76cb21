package traceglass.app.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.settings.Settings;

@EnabledOnOs(OS.LINUX)
class UpdateRunTest {

    @TempDir
    Path folder;

    @Test
    void anUpdateIsDownloadedInTheBackgroundOnceADayAndRolledBack() throws Exception {
        try (UpdateSite site = new UpdateSite(folder)) {
            Installation old = site.install("1.0-a", UpdateSite.RELEASE_DATE);
            site.publish(1, "1.1-b", UpdateSite.RELEASE_DATE.plus(1, ChronoUnit.DAYS));
            Settings settings = Settings.in(folder.resolve("settings"));
            UpdateRun run = new UpdateRun(Optional.of(old), settings, Map.of());
            Instant now = UpdateSite.RELEASE_DATE.plus(2, ChronoUnit.DAYS);
            run.checkIfDue(now);
            assertEquals(0, site.requests.get());

            settings.set(UpdateChoice.ON, true);
            CountDownLatch ready = new CountDownLatch(1);
            run.onChange(() -> {
                if (run.state().phase() == UpdateRun.Phase.READY) {
                    ready.countDown();
                }
            });
            run.checkIfDue(now);
            assertTrue(ready.await(60, TimeUnit.SECONDS), () -> run.state().toString());
            assertEquals("1.1-b", run.state().version());
            assertEquals("Notes of 1.1-b", run.state().notes());
            int requestsBefore = site.requests.get();
            run.checkIfDue(now.plus(1, ChronoUnit.HOURS));
            assertEquals(requestsBefore, site.requests.get());

            assertEquals("started 1.1-b", site.start());
            UpdateRun updated = new UpdateRun(Optional.of(site.installed("1.1-b")), settings, Map.of());
            updated.rollBack();
            assertEquals("1.0-a", updated.state().version());
            assertEquals("started 1.0-a", site.start());
        }
    }
}
