import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The libraries in a package, with the licenses that the build has found.
class Components {

    /// A line of THIRD-PARTY.txt: `(license) (license) name (group:artifact:version - address)`.
    private static final Pattern LINE =
            Pattern.compile("\\s*((?:\\([^()]*(?:\\([^()]*\\))?[^()]*\\) )+)(.*) \\(([\\w.-]+):([\\w.-]+):([\\w.-]+) - (.*)\\)");

    /// @param file the jar in the package, or the modules of the runtime
    record Component(Path file, String group, String artifact, String version, List<String> licenses, String address) {}

    private Components() {}

    /// Reads the libraries of a package; its own jars are not included.
    ///
    /// @param thirdParty the list that the build writes
    static List<Component> read(Path image, Path thirdParty) throws IOException {
        TreeMap<String, Component> byFile = new TreeMap<>();
        List<Component> listed = new ArrayList<>();
        for (String line : Files.readAllLines(thirdParty)) {
            Matcher m = LINE.matcher(line);
            if (m.matches()) {
                List<String> licenses = Stream.of(m.group(1).strip().split("\\) \\("))
                        .map(l -> l.replaceAll("^\\(|\\)$", ""))
                        .toList();
                listed.add(new Component(null, m.group(3), m.group(4), m.group(5), licenses, m.group(6)));
            }
        }
        List<Path> jars;
        try (Stream<Path> files = Files.walk(image.resolve("lib"))) {
            jars = files.filter(f -> f.toString().endsWith(".jar")).sorted().toList();
        }
        for (Path jar : jars) {
            String name = jar.getFileName().toString();
            if (name.startsWith("traceglass-")) {
                continue;
            }
            Component known = listed.stream()
                    .filter(c -> name.matches(Pattern.quote(c.artifact + "-" + c.version) + "(-[\\w-]+)?\\.jar"))
                    .findFirst()
                    .orElseGet(() -> guess(jar, name));
            byFile.put(name, new Component(jar, known.group, known.artifact, known.version, known.licenses, known.address));
        }
        List<Component> all = new ArrayList<>(byFile.values());
        Path release = image.resolve("runtime/release");
        String modules = Files.exists(release) ? Files.readString(release) : "";
        for (Component c : listed) {
            // The library is a module that is linked into the runtime.
            String module = c.artifact.replace('-', '.');
            if (c.group.equals("org.openjfx") && modules.matches("(?s).*MODULES=[^\\n]*\\b" + module + "\\b.*")
                    && all.stream().noneMatch(a -> a.artifact.equals(c.artifact))) {
                all.add(new Component(
                        image.resolve("runtime/lib/modules"), c.group, c.artifact, c.version, c.licenses, c.address));
            }
        }
        return List.copyOf(all);
    }

    /// Returns a component for a library that the build did not list, with coordinates guessed from its file name.
    private static Component guess(Path jar, String name) {
        Matcher m = Pattern.compile("(.+?)-(\\d[\\w.]*).*\\.jar").matcher(name);
        String artifact = m.matches() ? m.group(1) : name;
        String version = m.matches() ? m.group(2) : "";
        try (JarFile in = new JarFile(jar.toFile())) {
            String group = in.stream()
                    .map(e -> e.getName().split("/"))
                    .filter(p -> p.length == 5 && p[1].equals("maven") && p[4].equals("pom.properties"))
                    .map(p -> p[2])
                    .findFirst()
                    .orElse("");
            return new Component(jar, group, artifact, version, List.of(), "");
        } catch (IOException e) {
            return new Component(jar, "", artifact, version, List.of(), "");
        }
    }
}
