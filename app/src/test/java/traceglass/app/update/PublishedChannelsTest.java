package traceglass.app.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the program reads the output of the release tool.
@EnabledOnOs(OS.LINUX)
class PublishedChannelsTest {

    @TempDir
    Path folder;

    private UpdateSite site;
    private Installation old;
    private PublishedChannels channels;

    @BeforeEach
    void publishACanary() throws Exception {
        site = new UpdateSite(folder);
        old = site.install("1.0-aaaaaaaaa", UpdateSite.RELEASE_DATE);
        channels = new PublishedChannels(site.site, site.keys.getPrivate());
        String version = "1.1-bbbbbbbbb";
        ReleaseFile archive = site.archive(version, UpdateSite.RELEASE_DATE, "tar", false);
        Path versions = site.site.resolve("v" + version);
        Files.move(versions.resolve(archive.name()), versions.resolve("traceglass-" + version + "-linux-amd64.tar.gz"));
        Files.writeString(versions.resolve("notes.md"), "- Opens faster\n");
        channels.publish("canary", version, UpdateSite.RELEASE_DATE.plus(1, ChronoUnit.DAYS));
    }

    @AfterEach
    void stopTheServer() {
        site.close();
    }

    @Test
    void aPromotedVersionIsTheSameFileAndUpdatesTheProgram() throws Exception {
        assertThrows(UpdateProblem.class, site.updater(old)::check, "stable has no version yet");
        channels.promote("canary", "stable");
        ChannelList list = ChannelList.read(Files.readAllBytes(site.site.resolve(ChannelList.FILE)));
        assertEquals(2, list.serial());
        assertEquals(list.channels().get("canary"), list.channels().get("stable"));
        Updater.CheckResult result = site.updater(old).check();
        assertTrue(result.isNewer());
        assertEquals("- Opens faster", result.release().notes());
        site.updater(old).install(result.release(), percent -> {});
        assertEquals("started 1.1-bbbbbbbbb", site.start());
    }

    @Test
    void aChangedPackageIsNotPromoted() throws Exception {
        Path archive = site.site.resolve("v1.1-bbbbbbbbb/traceglass-1.1-bbbbbbbbb-linux-amd64.tar.gz");
        Files.writeString(archive, "changed");
        assertThrows(IOException.class, () -> channels.promote("canary", "stable"));
        assertFalse(ChannelList.read(Files.readAllBytes(site.site.resolve(ChannelList.FILE)))
                .channels()
                .containsKey("stable"));
    }

    @Test
    void aVersionWithoutPackagesIsNotPublished() throws Exception {
        Files.createDirectories(site.site.resolve("v2.0-c"));
        assertThrows(IOException.class, () -> channels.publish("canary", "2.0-c", UpdateSite.RELEASE_DATE));
    }
}
