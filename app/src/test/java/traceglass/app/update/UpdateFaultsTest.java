package traceglass.app.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the installed version still starts, whatever is wrong with an update.
@EnabledOnOs(OS.LINUX)
class UpdateFaultsTest {

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
    void theInstalledVersionStillStarts() throws Exception {
        try {
            assertEquals("started 1.0-aaaaaaaaa", site.start());
        } finally {
            site.close();
        }
    }

    private String problemOfCheck() throws Exception {
        String before = site.state();
        UpdateProblem problem = assertThrows(UpdateProblem.class, site.updater(old)::check);
        assertEquals(before, site.state());
        return problem.getMessage();
    }

    private String problemOfInstall(Release release) {
        UpdateProblem problem =
                assertThrows(UpdateProblem.class, () -> site.updater(old).install(release, percent -> {}));
        assertFalse(Files.exists(site.root.resolve("next")));
        return problem.getMessage();
    }

    @Test
    void aListSignedWithAnotherKeyIsRejected() throws Exception {
        site.publish(1, "1.1-b", LATER);
        byte[] list = Files.readAllBytes(site.site.resolve(ChannelList.FILE));
        var other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Files.writeString(site.site.resolve(ChannelList.FILE + ".sig"), UpdateSite.sign(list, other));
        assertEquals(UpdateTexts.FORGED_LIST, problemOfCheck());
        Files.writeString(site.site.resolve(ChannelList.FILE + ".sig"), "not a signature");
        assertEquals(UpdateTexts.FORGED_LIST, problemOfCheck());
        Files.delete(site.site.resolve(ChannelList.FILE + ".sig"));
        assertTrue(problemOfCheck().contains("404"));
    }

    @Test
    void aChangedOrTruncatedListIsRejected() throws Exception {
        site.publish(1, "1.1-b", LATER);
        byte[] list = Files.readAllBytes(site.site.resolve(ChannelList.FILE));
        for (int tenth = 0; tenth < 10; tenth++) {
            Files.write(site.site.resolve(ChannelList.FILE), Arrays.copyOf(list, list.length * tenth / 10));
            assertEquals(UpdateTexts.FORGED_LIST, problemOfCheck());
            byte[] changed = list.clone();
            changed[list.length * tenth / 10] ^= 1;
            Files.write(site.site.resolve(ChannelList.FILE), changed);
            assertEquals(UpdateTexts.FORGED_LIST, problemOfCheck());
            // A truncated list is invalid even if it is signed.
            site.write(Arrays.copyOf(list, list.length * tenth / 10));
            assertEquals(UpdateTexts.UNREADABLE_LIST, problemOfCheck());
        }
    }

    @Test
    void anOldListIsRejected() throws Exception {
        site.publish(5, "1.2-c", LATER);
        assertTrue(site.updater(old).check().isNewer());
        site.publish(4, "1.1-b", LATER);
        assertEquals(UpdateTexts.OLD_LIST, problemOfCheck());
    }

    @Test
    void aListOfAnotherProductOrFormatIsRejected() throws Exception {
        site.publish(1, "1.1-b", LATER);
        String list = Files.readString(site.site.resolve(ChannelList.FILE));
        site.write(list.replace("traceglass\"", "windowglass\"").getBytes(StandardCharsets.UTF_8));
        assertEquals(UpdateTexts.OTHER_PRODUCT, problemOfCheck());
        site.write(list.replace("\"format\": 1", "\"format\": 2").getBytes(StandardCharsets.UTF_8));
        assertEquals(UpdateTexts.OTHER_FORMAT, problemOfCheck());
        site.write(list.replace("\"v1.1-b\"", "\"../../evil\"").getBytes(StandardCharsets.UTF_8));
        assertEquals(UpdateTexts.UNREADABLE_LIST, problemOfCheck());
    }

    @Test
    void aLowerVersionIsNotOffered() throws Exception {
        site.publish(1, "0.9-b", LATER);
        assertFalse(site.updater(old).check().isNewer());
        site.publish(2, "1.0-b", DAY.minusSeconds(1));
        assertFalse(site.updater(old).check().isNewer());
        site.publish(3, "1.0-b", DAY.plusSeconds(1));
        assertTrue(site.updater(old).check().isNewer());
    }

    @Test
    void aDownloadInterruptedAtEachTenthIsResumed() throws Exception {
        for (boolean ranges : List.of(true, false)) {
            site.supportsRanges = ranges;
            for (int tenth = 0; tenth < 10; tenth++) {
                String version = "1." + (tenth + 1) + (ranges ? "1" : "2") + "-b";
                Release release = site.publish(tenth + (ranges ? 1 : 100), version, LATER);
                long size = release.files().getFirst().size();
                site.breakAfter = size * tenth / 10;
                // Without range requests, or if the connection breaks at the first byte, the download never
                // progresses.
                boolean succeeds = ranges && tenth > 0;
                if (succeeds) {
                    site.updater(old).install(release, percent -> {});
                } else {
                    assertTrue(problemOfInstall(release).startsWith("Can't download"));
                    // The next attempt gets a better connection.
                    site.breakAfter = -1;
                    site.updater(old).install(release, percent -> {});
                }
                assertEquals(
                        version, Files.readString(site.root.resolve("next")).strip());
                Files.delete(site.root.resolve("next"));
            }
        }
    }

    @Test
    void aLaterAttemptResumesThePartialDownload() throws Exception {
        Release release = site.publish(1, "1.1-b", LATER);
        ReleaseFile file = release.files().getFirst();
        byte[] archive = Files.readAllBytes(site.site.resolve("v1.1-b").resolve(file.name()));
        Path part = new VersionFolder(site.root).download(file.sha256());
        Files.createDirectories(part.getParent());
        Files.write(part, Arrays.copyOf(archive, archive.length / 2));
        site.breakAfter = archive.length - archive.length / 2;
        site.updater(old).install(release, percent -> {});
        assertEquals(1, site.requests.get());
        Files.delete(site.root.resolve("next"));
    }

    @Test
    void aDamagedOrForgedArchiveIsDeleted() throws Exception {
        Release release = site.publish(1, "1.1-b", LATER);
        ReleaseFile file = release.files().getFirst();
        Path archive = site.site.resolve("v1.1-b").resolve(file.name());
        byte[] bytes = Files.readAllBytes(archive);
        byte[] changed = bytes.clone();
        changed[changed.length / 2] ^= 1;
        Files.write(archive, changed);
        assertEquals(UpdateTexts.WRONG_CONTENT, problemOfInstall(release));
        Files.write(archive, Arrays.copyOf(bytes, bytes.length + 1000));
        site.updater(old).install(release, percent -> {});
        Files.delete(site.root.resolve("next"));

        ReleaseFile unsigned =
                new ReleaseFile(file.name(), "tar", "full", file.system(), file.size(), file.sha256(), "AAAA", "");
        assertEquals(
                UpdateTexts.FORGED_FILE,
                problemOfInstall(new Release("1.2-c", LATER, "", "v1.1-b", List.of(unsigned))));
    }

    @Test
    void anArchiveOfAnotherPackageIsRejected() throws Exception {
        Release other = site.publish(1, "1.1-b", LATER, site.archive("1.1-b", LATER, "deb", false));
        assertEquals(UpdateTexts.OTHER_PACKAGE, problemOfInstall(other));
        Release renamed =
                new Release("1.5-c", LATER, "", "v1.1-b", List.of(site.archive("1.1-b", LATER, "tar", false)));
        assertEquals(UpdateTexts.OTHER_PACKAGE, problemOfInstall(renamed));
        ReleaseFile notAnArchive = site.file("1.6-d", "no archive".getBytes(StandardCharsets.UTF_8));
        assertTrue(problemOfInstall(new Release("1.6-d", LATER, "", "v1.6-d", List.of(notAnArchive)))
                .startsWith("Can't write"));
        try (var versions = Files.list(site.root.resolve("versions"))) {
            assertEquals(List.of(old.home()), versions.toList());
        }
        ReleaseFile file = other.files().getFirst();
        ReleaseFile unsupported = new ReleaseFile(
                file.name(), "tar", "full", file.system(), file.size(), file.sha256(), file.signature(), "999.0");
        assertTrue(problemOfInstall(new Release("1.1-b", LATER, "", "v1.1-b", List.of(unsupported)))
                .contains("999.0"));
    }

    @Test
    void twoCopiesDoNotUpdateAtOnce() throws Exception {
        Release release = site.publish(1, "1.1-b", LATER);
        VersionFolder versions = new VersionFolder(site.root);
        try (VersionFolder.Lock lock = versions.lock()) {
            assertEquals(UpdateTexts.BUSY, problemOfInstall(release));
        }
        site.updater(old).install(release, percent -> {});
        Files.delete(site.root.resolve("next"));
    }

    @Test
    void aFullDiskIsReported() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Release release = site.publish(1, "1.1-b", LATER);
        Path part =
                new VersionFolder(site.root).download(release.files().getFirst().sha256());
        Files.createDirectories(part.getParent());
        // Each write to this device fails as on a full disk.
        Files.createSymbolicLink(part, full);
        assertTrue(problemOfInstall(release).startsWith("Can't write"));
        ReleaseFile file = release.files().getFirst();
        ReleaseFile huge = new ReleaseFile(
                file.name(), "tar", "full", file.system(), 1L << 60, file.sha256(), file.signature(), "");
        Files.delete(part);
        assertTrue(problemOfInstall(new Release("1.1-b", LATER, "", "v1.1-b", List.of(huge)))
                .contains("is free on the disk"));
    }

    @Test
    void anUnwritableFolderIsReported() throws Exception {
        assumeTrue(!"root".equals(System.getProperty("user.name")) || Files.isWritable(Path.of("/proc/self/comm")));
        Release release = site.publish(1, "1.1-b", LATER);
        // A folder in place of the lock can't be written, not even by root.
        Files.createDirectory(site.root.resolve("lock"));
        assertTrue(problemOfInstall(release).startsWith("Can't write"));
    }

    @Test
    void anInvalidAddressOrChannelIsExplained() throws Exception {
        site.publish(1, "1.1-b", LATER);
        for (String address : List.of("ftp://x/", "relative/folder", "http://", "https:///x", "file:x")) {
            Updater updater = new Updater(old, new UpdateChoice(true, "stable", address, ""), Map.of(), 1);
            String message = assertThrows(UpdateProblem.class, updater::check).getMessage();
            assertTrue(message.startsWith("Not an update address"), message);
        }
        Updater updater = new Updater(old, new UpdateChoice(true, "nosuch", "", ""), Map.of(), 1);
        assertEquals(
                "There is no channel nosuch. Channels: stable",
                assertThrows(UpdateProblem.class, updater::check).getMessage());
    }

    @Test
    void anIncompleteVersionIsNeverStarted() throws Exception {
        Files.createDirectories(site.root.resolve("versions/1.1-b/bin"));
        Files.writeString(site.root.resolve("next"), "1.1-b\n");
        assertEquals("started 1.0-aaaaaaaaa", site.start());
        for (String name : List.of("../evil", "", ".new.1", "no such version")) {
            Files.writeString(site.root.resolve("next"), name + "\n");
            assertEquals("started 1.0-aaaaaaaaa", site.start());
        }
    }
}
