package traceglass.app.update;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/// Updates one installation: downloads the list of channels, downloads and verifies a version, and prepares it for the
/// next start. A failed step leaves the installed versions unchanged. Blocks; must not be used on the JavaFX thread.
public final class Updater {

    /// Maximum size of a list, bytes. A list with many releases has a few hundred kilobytes.
    private static final int MAX_LIST_BYTES = 4 << 20;
    private static final int MAX_SIGNATURE = 4096;

    private final Installation installation;
    private final VersionFolder versions;
    private final UpdateChoice choice;
    private final Map<String, String> environment;
    private final long retryMs;

    /// @param environment environment variables of the process, which may set a proxy
    /// @throws UpdateProblem if the program does not update this installation
    public Updater(Installation installation, UpdateChoice choice, Map<String, String> environment)
            throws UpdateProblem {
        this(installation, choice, environment, 1000);
    }

    /// @param retryMs pause after a broken connection
    Updater(Installation installation, UpdateChoice choice, Map<String, String> environment, long retryMs)
            throws UpdateProblem {
        this.installation = installation;
        this.choice = choice;
        this.environment = environment;
        this.retryMs = retryMs;
        versions = installation
                .versions()
                .orElseThrow(() -> new UpdateProblem(UpdateTexts.updatedElsewhere(installation.type())));
    }

    /// Result of a check.
    ///
    /// @param release current release of the channel
    /// @param isNewer whether the release should be offered: it is newer than the running version and has not
    ///     failed before
    public record CheckResult(Release release, boolean isNewer) {}

    /// Downloads the list of channels and returns the release of the channel.
    public CheckResult check() throws UpdateProblem, InterruptedException {
        try (UpdateSource source = source()) {
            ChannelList list = list(source);
            Release release = list.channels().get(choice.channel());
            if (release == null) {
                throw new UpdateProblem(
                        UpdateTexts.noChannel(choice.channel(), list.channels().keySet()));
            }
            boolean isNewer = release.isNewerThan(installation.version(), installation.date())
                    && !versions.failedVersions().contains(release.version());
            return new CheckResult(release, isNewer);
        }
    }

    private UpdateSource source() throws UpdateProblem {
        String address = choice.address().isBlank() ? installation.address() : choice.address();
        return UpdateSource.of(address.strip(), choice.proxy(), environment);
    }

    private ChannelList list(UpdateSource source) throws UpdateProblem, InterruptedException {
        byte[] text = readSmallFile(source, ChannelList.FILE, MAX_LIST_BYTES);
        byte[] signature = readSmallFile(source, ChannelList.FILE + ".sig", MAX_SIGNATURE);
        if (!ReleaseKey.of(installation.key()).hasSigned(text, new String(signature, StandardCharsets.US_ASCII))) {
            throw new UpdateProblem(UpdateTexts.FORGED_LIST);
        }
        ChannelList list = ChannelList.read(text);
        long serial = versions.serial();
        if (list.serial() < serial) {
            throw new UpdateProblem(UpdateTexts.OLD_LIST);
        }
        if (list.serial() > serial) {
            try {
                versions.writeSerial(list.serial());
            } catch (IOException e) {
                throw new UpdateProblem(UpdateTexts.cantWrite(versions.root(), e), e);
            }
        }
        return list;
    }

    private static byte[] readSmallFile(UpdateSource source, String name, int max)
            throws UpdateProblem, InterruptedException {
        try (UpdateSource.Part part = source.open(name, 0);
                InputStream in = part.in();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            out.write(in.readNBytes(max + 1));
            if (out.size() > max) {
                throw new UpdateProblem(UpdateTexts.UNREADABLE_LIST);
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UpdateProblem(UpdateTexts.cantDownload(name, e), e);
        }
    }

    /// Downloads a release and selects it for the next start.
    ///
    /// @param progress receives the progress in percent
    public void install(Release release, LongConsumer progress) throws UpdateProblem, InterruptedException {
        ReleaseFile file = release.archive(installation.kind(), installation.system())
                .orElseThrow(() -> new UpdateProblem(UpdateTexts.noPackage(installation.system())));
        if (!ReleaseKey.of(installation.key()).hasSigned(file)) {
            throw new UpdateProblem(UpdateTexts.FORGED_FILE);
        }
        if (!file.minSystemVersion().isEmpty()
                && Release.compareNumbers(System.getProperty("os.version", ""), file.minSystemVersion()) < 0) {
            throw new UpdateProblem(UpdateTexts.systemTooOld(file.minSystemVersion()));
        }
        try (VersionFolder.Lock lock = versions.lock();
                UpdateSource source = source()) {
            versions.deleteOthers(Set.of(installation.version(), release.version()));
            if (!isComplete(versions.version(release.version()), release)) {
                Path archive = versions.download(file.sha256());
                new Download(source, retryMs)
                        .downloadTo(
                                archive,
                                release.folder() + "/" + file.name(),
                                file,
                                done -> progress.accept(done * 100 / Math.max(1, file.size())));
                unpack(archive, release);
            }
            versions.setNext(release.version());
            VersionFolder.deleteAll(versions.root().resolve("download"));
        } catch (IOException e) {
            throw new UpdateProblem(UpdateTexts.cantWrite(versions.root(), e), e);
        }
    }

    private boolean isComplete(Path version, Release release) {
        return Installation.read(version)
                .filter(i -> i.version().equals(release.version())
                        && i.type().equals("tar")
                        && i.kind().equals(installation.kind())
                        && i.system().equals(installation.system()))
                .isPresent();
    }

    /// Unpacks under a temporary name and renames the folder at the end, so that every version folder is complete.
    private void unpack(Path archive, Release release) throws UpdateProblem, IOException {
        Path unpacked = versions.version(".new." + ProcessHandle.current().pid());
        try {
            Archive.unpack(archive, unpacked);
            if (!isComplete(unpacked, release)) {
                throw new UpdateProblem(UpdateTexts.OTHER_PACKAGE);
            }
            Path target = versions.version(release.version());
            VersionFolder.deleteAll(target);
            Files.move(unpacked, target);
        } finally {
            VersionFolder.deleteAll(unpacked);
        }
    }

    /// Returns the version that the next start uses; empty if it is the running version.
    public Optional<String> next() {
        return versions.next();
    }

    /// Returns the version that [#rollBack] goes back to.
    public Optional<String> previous() {
        return versions.previous();
    }

    /// Selects the previous version for the next start. The running version is not offered again.
    public void rollBack() throws UpdateProblem {
        String previous = versions.previous().orElseThrow(() -> new UpdateProblem(UpdateTexts.NO_PREVIOUS));
        try (VersionFolder.Lock lock = versions.lock()) {
            versions.markFailed(installation.version());
            versions.setNext(previous);
        } catch (IOException e) {
            throw new UpdateProblem(UpdateTexts.cantWrite(versions.root(), e), e);
        }
    }

    /// Confirms that the running version has started.
    public static void confirmStart() {
        Installation.running().ifPresent(i -> i.versions().ifPresent(versions -> versions.confirm(i.version())));
    }
}
