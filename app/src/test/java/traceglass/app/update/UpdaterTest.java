package traceglass.app.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.settings.Settings;

/// Runs updates and rollbacks against a local web server.
@EnabledOnOs(OS.LINUX)
class UpdaterTest {

    private static final Instant DAY = UpdateSite.RELEASE_DATE;
    private static final Instant LATER = DAY.plus(7, ChronoUnit.DAYS);

    @TempDir
    Path folder;

    private UpdateSite site;
    private Installation old;

    @BeforeEach
    void installTheFirstVersion() throws Exception {
        site = new UpdateSite(folder);
        old = site.install("1.0-aaaaaaaaa", DAY);
    }

    @AfterEach
    void stopTheServer() {
        site.close();
    }

    private void update(Installation from) throws Exception {
        Updater updater = site.updater(from);
        Updater.CheckResult result = updater.check();
        assertTrue(result.isNewer());
        updater.install(result.release(), percent -> {});
    }

    @Test
    void theNextStartUsesTheNewVersionAndARollbackThePreviousOne() throws Exception {
        assertEquals("started 1.0-aaaaaaaaa", site.start());
        site.publish(1, "1.1-bbbbbbbbb", LATER);
        List<Long> progress = new ArrayList<>();
        Updater updater = site.updater(old);
        updater.install(updater.check().release(), progress::add);
        assertEquals(100, progress.getLast());
        assertEquals(Optional.of("1.1-bbbbbbbbb"), updater.next());

        assertEquals("started 1.1-bbbbbbbbb", site.start());
        assertEquals("started 1.1-bbbbbbbbb", site.start());
        assertFalse(Files.exists(site.root.resolve("trial")));

        Updater updated = site.updater(site.installed("1.1-bbbbbbbbb"));
        assertFalse(updated.check().isNewer());
        assertEquals(Optional.of("1.0-aaaaaaaaa"), updated.previous());
        updated.rollBack();
        assertEquals("started 1.0-aaaaaaaaa", site.start());
        assertFalse(site.updater(old).check().isNewer(), "a version that was rolled back is not offered again");
        site.publish(2, "1.2-ccccccccc", LATER);
        assertTrue(site.updater(old).check().isNewer());
    }

    @Test
    void aVersionThatFailsToStartTwiceIsRolledBackAutomatically() throws Exception {
        site.publish(1, "1.1-bbbbbbbbb", LATER, site.archive("1.1-bbbbbbbbb", LATER, "tar", true));
        update(old);
        assertEquals("broken 1.1-bbbbbbbbb", site.start());
        assertEquals("broken 1.1-bbbbbbbbb", site.start());
        String third = site.start();
        assertTrue(third.endsWith("started 1.0-aaaaaaaaa"), third);
        assertEquals("started 1.0-aaaaaaaaa", site.start());
        assertFalse(site.updater(old).check().isNewer());
    }

    @Test
    void onlyThePreviousVersionIsKept() throws Exception {
        Installation running = old;
        for (String version : List.of("1.1-b", "1.2-c", "1.3-d")) {
            site.publish(version.charAt(2), version, LATER);
            update(running);
            assertEquals("started " + version, site.start());
            running = site.installed(version);
        }
        try (var versions = Files.list(site.root.resolve("versions"))) {
            assertEquals(
                    List.of("1.1-b", "1.2-c", "1.3-d"),
                    versions.map(v -> v.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void updatesFromAFolder() throws Exception {
        site.publish(1, "1.1-bbbbbbbbb", LATER);
        for (String address : List.of(site.site.toString(), site.site.toUri().toString())) {
            Updater updater = new Updater(old, new UpdateChoice(true, "stable", address, ""), Map.of(), 1);
            updater.install(updater.check().release(), percent -> {});
        }
        assertEquals(0, site.requests.get());
        assertEquals("started 1.1-bbbbbbbbb", site.start());
    }

    @Test
    void usesTheProxyFromTheSettingsOrTheEnvironment() throws Exception {
        site.publish(1, "1.1-bbbbbbbbb", LATER);
        String proxy = site.address().replaceAll("^http://|/$", "");
        // A proxy receives the full address with the same path, so the site can act as a proxy for another host.
        String elsewhere = "http://updates.invalid/";
        for (UpdateChoice choice : List.of(
                new UpdateChoice(true, "stable", elsewhere, proxy), new UpdateChoice(true, "stable", elsewhere, ""))) {
            Updater updater = new Updater(old, choice, Map.of("http_proxy", "http://" + proxy), 1);
            assertTrue(updater.check().isNewer());
        }
        Updater direct = new Updater(
                old,
                new UpdateChoice(true, "stable", elsewhere, ""),
                Map.of("http_proxy", "http://" + proxy, "no_proxy", ".invalid"),
                1);
        assertThrows(UpdateProblem.class, direct::check);
    }

    @Test
    void checksOnceADayAndOnlyAfterTheUserAgreed() {
        Settings settings = Settings.none();
        Instant now = LATER;
        assertFalse(UpdateChoice.isDue(Settings.in(folder), now));
        Settings stored = Settings.in(folder.resolve("settings"));
        stored.set(UpdateChoice.ON, true);
        assertTrue(UpdateChoice.isDue(stored, now));
        UpdateChoice.markChecked(stored, now);
        assertFalse(UpdateChoice.isDue(stored, now.plus(23, ChronoUnit.HOURS)));
        assertTrue(UpdateChoice.isDue(stored, now.plus(25, ChronoUnit.HOURS)));
        // The clock was a year ahead.
        UpdateChoice.markChecked(stored, now.plus(365, ChronoUnit.DAYS));
        assertTrue(UpdateChoice.isDue(stored, now));
        assertFalse(UpdateChoice.of(settings).isOn());
    }

    @Test
    void packagesOfAPackageManagerAreNotUpdated() throws Exception {
        for (Map.Entry<String, String> tool :
                Map.of("deb", "apt", "rpm", "dnf", "flatpak", "flatpak").entrySet()) {
            Installation managed = new Installation(
                    old.home(), tool.getKey(), "full", old.version(), DAY, old.system(), site.address(), old.key());
            assertFalse(managed.canUpdateItself());
            UpdateProblem problem = assertThrows(UpdateProblem.class, () -> site.updater(managed));
            assertTrue(problem.getMessage().contains(tool.getValue()), problem.getMessage());
        }
        assertEquals(0, site.requests.get());
    }
}
