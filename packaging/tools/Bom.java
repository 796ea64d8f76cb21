import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;

/// Writes the software bill of materials of a package in CycloneDX 1.6 (JSON): its libraries with coordinates, licenses and hashes of the
/// shipped files, and the Java runtime.
class Bom {

    /// @param args the folder of the package, THIRD-PARTY.txt of the build, the version, and its date (ISO 8601)
    public static void main(String... args) throws IOException, GeneralSecurityException {
        Path image = Path.of(args[0]);
        String version = args[2];
        List<String> components = new ArrayList<>();
        for (Components.Component c : Components.read(image, Path.of(args[1]))) {
            String licenses = c.licenses().stream()
                    .map(l -> "{\"license\": {\"name\": " + quoted(l) + "}}")
                    .collect(Collectors.joining(", "));
            String purl = "pkg:maven/" + c.group() + "/" + c.artifact() + "@" + c.version();
            components.add("""
                    {"type": "library", "bom-ref": %s, "group": %s, "name": %s, "version": %s, "purl": %s,
                     "hashes": [{"alg": "SHA-256", "content": "%s"}], "licenses": [%s],
                     "properties": [{"name": "traceglass:file", "value": %s}]}""".formatted(
                            quoted(purl + "#" + c.file().getFileName()), quoted(c.group()), quoted(c.artifact()), quoted(c.version()), quoted(purl),
                            sha256(c.file()), licenses, quoted(image.relativize(c.file()).toString().replace('\\', '/'))));
        }
        components.add(runtime(image));
        UUID serial = UUID.nameUUIDFromBytes((image.getFileName() + version).getBytes(StandardCharsets.UTF_8));
        Files.writeString(image.resolve("sbom.cdx.json"), """
                {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": "urn:uuid:%s", "version": 1,
                 "metadata": {"timestamp": "%s", "component": {"type": "application", "bom-ref": "traceglass", "name": "traceglass",
                  "version": %s, "licenses": [{"license": {"id": "Apache-2.0"}}]}},
                 "components": [
                %s
                 ]}
                """.formatted(serial, args[3], quoted(version), String.join(",\n", components)));
    }

    private static String runtime(Path image) throws IOException {
        Properties release = new Properties();
        for (String folder : List.of("runtime", "runtime/Contents/Home")) {
            Path file = image.resolve(folder).resolve("release");
            if (Files.exists(file)) {
                try (var in = Files.newBufferedReader(file)) {
                    release.load(in);
                }
            }
        }
        String version = release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("JAVA_VERSION", "")).replace("\"", "");
        return """
                {"type": "platform", "bom-ref": "java-runtime", "name": "Java runtime", "version": %s, "publisher": %s,
                 "licenses": [{"license": {"name": "GPL-2.0-only WITH Classpath-exception-2.0"}}]}""".formatted(
                        quoted(version), quoted(release.getProperty("IMPLEMENTOR", "").replace("\"", "")));
    }

    private static String sha256(Path file) throws IOException, GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }
}
