package traceglass.app.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Writes and signs the list of channels of a folder with versions; `packaging/release` starts it.
public final class PublishedChannels {

    /// Names of packages that `packaging/package` creates: product, version, system, machine, type.
    private static final Pattern PACKAGE = Pattern.compile(
            "traceglass(-cli)?-(\\d.*)-(linux|mac|windows)-(amd64|arm64)\\.(tar\\.gz|deb|rpm|msi|exe|dmg|pkg)");

    private final Path folder;
    private final PrivateKey key;

    PublishedChannels(Path folder, PrivateKey key) {
        this.folder = folder;
        this.key = key;
    }

    /// @param args `publish FOLDER CHANNEL VERSION DATE` or `promote FOLDER FROM TO`
    public static void main(String[] args) throws IOException, GeneralSecurityException, UpdateProblem {
        String file = System.getenv("TRACEGLASS_SIGNING_KEY");
        if (file == null || file.isEmpty()) {
            System.err.println("set TRACEGLASS_SIGNING_KEY to the file of the private key");
            System.exit(1);
            return;
        }
        PublishedChannels channels =
                new PublishedChannels(Path.of(args[1]), privateKey(Files.readString(Path.of(file))));
        if (args[0].equals("promote")) {
            channels.promote(args[2], args[3]);
        } else {
            channels.publish(args[2], args[3], Instant.parse(args[4]));
        }
    }

    static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        byte[] encoded = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----|\\s", ""));
        return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /// Publishes the version whose packages are in its folder on a channel.
    void publish(String channel, String version, Instant date)
            throws IOException, GeneralSecurityException, UpdateProblem {
        String name = "v" + version;
        List<ReleaseFile> files = new ArrayList<>();
        List<Path> found;
        try (Stream<Path> paths = Files.list(folder.resolve(name))) {
            found = paths.sorted().toList();
        }
        for (Path file : found) {
            Matcher m = PACKAGE.matcher(String.valueOf(file.getFileName()));
            if (m.matches()) {
                files.add(describe(file, m));
            }
        }
        if (files.isEmpty()) {
            throw new IOException("no packages in " + folder.resolve(name));
        }
        Path notes = folder.resolve(name).resolve("notes.md");
        String text = Files.exists(notes) ? Files.readString(notes).strip() : "";
        set(channel, new Release(version, date, text, name, files));
    }

    private ReleaseFile describe(Path file, Matcher m) throws IOException, GeneralSecurityException {
        String name = String.valueOf(file.getFileName());
        String sha256 = Download.sha256(file);
        String line = sha256 + "  " + name + "\n";
        String signature = sign(line.getBytes(StandardCharsets.UTF_8));
        Files.writeString(file.resolveSibling(name + ".sha256"), line);
        Files.writeString(file.resolveSibling(name + ".sig"), signature + "\n");
        String type = m.group(5).equals("tar.gz") ? "tar" : m.group(5);
        // The C library and the kernel of the oldest Linux that the Java runtime supports, and its oldest macOS.
        String minVersion = m.group(3).equals("mac") ? "11.0" : m.group(3).equals("linux") ? "3.2" : "10.0";
        return new ReleaseFile(
                name,
                type,
                m.group(1) == null ? "full" : "cli",
                m.group(3) + "-" + m.group(4),
                Files.size(file),
                sha256,
                signature,
                minVersion);
    }

    /// Publishes the version of another channel on a channel.
    void promote(String from, String to) throws IOException, GeneralSecurityException, UpdateProblem {
        Release release = read().channels().get(from);
        if (release == null) {
            throw new UpdateProblem(
                    UpdateTexts.noChannel(from, read().channels().keySet()));
        }
        for (ReleaseFile file : release.files()) {
            Path published = folder.resolve(release.folder()).resolve(file.name());
            if (!Download.sha256(published).equals(file.sha256())) {
                throw new IOException(published + " was changed after it was published");
            }
        }
        set(to, release);
    }

    private ChannelList read() throws IOException, UpdateProblem {
        try {
            return ChannelList.read(Files.readAllBytes(folder.resolve(ChannelList.FILE)));
        } catch (NoSuchFileException e) {
            return new ChannelList(0, Map.of());
        }
    }

    private void set(String channel, Release release) throws IOException, GeneralSecurityException, UpdateProblem {
        ChannelList before = read();
        Map<String, Release> channels = new LinkedHashMap<>(before.channels());
        channels.put(channel, release);
        byte[] list = new ChannelList(before.serial() + 1, channels).write();
        replace(ChannelList.FILE, list);
        replace(ChannelList.FILE + ".sig", (sign(list) + "\n").getBytes(StandardCharsets.US_ASCII));
        System.out.println(channel + ": " + release.version());
    }

    private void replace(String name, byte[] content) throws IOException {
        Path next = folder.resolve(name + ".new");
        Files.write(next, content);
        Files.move(next, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private String sign(byte[] content) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(key);
        signature.update(content);
        return Base64.getEncoder().encodeToString(signature.sign());
    }
}
