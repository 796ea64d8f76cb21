import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/// Writes the licenses of all libraries in a package: the license texts in their jars, and an index.
class Licenses {

    private static final Pattern TEXT =
            Pattern.compile("(META-INF/|META-INF/licenses?/.*)?(about|licen[cs]e|notice|copying|copyright)[\\w.-]*(?<!\\.class)", Pattern.CASE_INSENSITIVE);

    /// @param args the folder of the package, and THIRD-PARTY.txt of the build
    public static void main(String... args) throws IOException {
        Path image = Path.of(args[0]);
        Path folder = Files.createDirectories(image.resolve("licenses"));
        StringBuilder index = new StringBuilder("""
                Libraries in this package and their licenses. Folders contain the texts that come with a library. The Java runtime has its
                licenses in runtime/legal; JavaFX is under the same license as the runtime: runtime/legal/java.base.

                """);
        for (Components.Component c : Components.read(image, Path.of(args[1]))) {
            boolean isJar = c.file().toString().endsWith(".jar");
            String name = isJar
                    ? c.file().getFileName().toString().replaceFirst("\\.jar$", "")
                    : c.artifact() + "-" + c.version();
            int texts = isJar ? copyTexts(c.file(), folder.resolve(name)) : 0;
            index.append(name)
                    .append(": ")
                    .append(c.licenses().isEmpty() ? "see its text" : String.join(" or ", c.licenses()))
                    .append(c.address().isEmpty() ? "" : ", " + c.address())
                    .append(texts == 0 ? "\n" : ", text in " + name + "\n");
        }
        Files.writeString(folder.resolve("INDEX.txt"), index);
    }

    private static int copyTexts(Path jar, Path folder) throws IOException {
        int texts = 0;
        try (JarFile in = new JarFile(jar.toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) in.stream()::iterator) {
                if (!entry.isDirectory() && TEXT.matcher(entry.getName()).matches()) {
                    Files.createDirectories(folder);
                    try (InputStream text = in.getInputStream(entry)) {
                        String name = entry.getName().replaceFirst("^META-INF/", "").replace('/', '-');
                        Files.write(folder.resolve(name), text.readAllBytes());
                    }
                    texts++;
                }
            }
        }
        return texts;
    }
}
