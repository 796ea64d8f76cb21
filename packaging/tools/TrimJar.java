import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Copies a jar without the native libraries of other systems. Libraries in the root of the jar (DuckDB, JavaFX) are written next to the copy
/// instead: they belong in the runtime, and would otherwise be unpacked or compared at every start.
class TrimJar {

    private static final List<String> NATIVE = List.of(".so", ".dll", ".dylib", ".jnilib", ".a");

    /// @param args the jar, the copy, the system (linux, mac or windows), and the architecture (amd64 or arm64)
    public static void main(String... args) throws IOException {
        Path copy = Path.of(args[1]);
        boolean isWindows = args[2].equals("windows");
        try (JarFile jar = new JarFile(args[0]);
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(copy))) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String name = entry.getName();
                if (entry.isDirectory() || isNative(name) && !isFor(name, args[2], args[3])) {
                    continue;
                }
                try (InputStream in = jar.getInputStream(entry)) {
                    boolean isInRoot = isNative(name) && name.indexOf('/') < 0 && !isWindows;
                    if (isInRoot) {
                        Files.write(copy.resolveSibling(name), in.readAllBytes());
                        continue;
                    }
                    ZipEntry written = new ZipEntry(name);
                    written.setLastModifiedTime(entry.getLastModifiedTime());
                    out.putNextEntry(written);
                    if (name.equals(JarFile.MANIFEST_NAME)) {
                        out.write(withoutSeal(in.readAllBytes()));
                    } else {
                        in.transferTo(out);
                    }
                }
            }
        }
    }

    /// Returns the manifest without sealing. With an AOT cache, the JVM uses the path that the jar had in the AOT training run, so if the
    /// application was moved since then, it could not load sealed packages.
    private static byte[] withoutSeal(byte[] manifest) {
        return new String(manifest, StandardCharsets.UTF_8)
                .replaceAll("(?im)^Sealed: *true\r?\n", "")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isNative(String name) {
        return name.contains(".so_") || NATIVE.stream().anyMatch(name::endsWith);
    }

    /// Returns whether a native library is for a system. DuckDB's libraries have the system at the end of their name; JavaFX's don't name it,
    /// because each of its jars is for one system; all others are in folders such as `Linux/x86_64` or `win/amd64`.
    private static boolean isFor(String name, String system, String architecture) {
        List<String> systems =
                switch (system) {
                    case "mac" -> List.of("mac", "darwin", "osx");
                    case "windows" -> List.of("windows", "win");
                    default -> List.of(system);
                };
        List<String> architectures = architecture.equals("amd64")
                ? List.of("amd64", "x86_64")
                : List.of("arm64", "aarch64", "universal");
        int suffix = name.indexOf(".so_");
        if (suffix >= 0) {
            String end = name.substring(suffix + 4);
            return systems.stream().anyMatch(s -> end.equals(s + "_universal"))
                    || systems.stream().anyMatch(s -> architectures.stream().anyMatch(a -> end.equals(s + "_" + a)));
        }
        List<String> folders = Arrays.asList(name.toLowerCase(Locale.ROOT).split("/"));
        return folders.size() == 1
                || folders.stream().anyMatch(systems::contains) && folders.stream().anyMatch(architectures::contains);
    }
}
