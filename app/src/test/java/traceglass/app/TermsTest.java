package traceglass.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.app.testing.ProjectSources;

/// Finds terms that make comments, messages and documents hard to read. `terms.txt` lists them with better words and
/// reasons.
class TermsTest {

    private static final List<String> DOCUMENTS =
            List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");

    /// Folder with further documents.
    private static final String GUIDES = "packaging/docs";

    /// A comment, a text block, a string or a character; whichever begins first.
    private static final Pattern TEXT = Pattern.compile(
            "//[^\n"
                    + "]*|/\\*.*?\\*/|\"\"\".*?(?<!\\\\)\"\"\"|\"[^\"\\\\\n"
                    + "]*+(?:\\\\.[^\"\\\\\n"
                    + "]*+)*+\"|'(?:\\\\.|[^'\\\\])[^'\n"
                    + "]*+'",
            Pattern.DOTALL);

    /// Code in a comment or a message: names of classes and commands keep their words.
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`|\\[[\\w.#]+]|@param +\\w+|--[a-z-]+");

    /// @param where comments, texts (messages and documents), or both
    private record Term(Pattern pattern, String where, String better, String reason) {

        boolean isFor(boolean isComment) {
            return where.equals("both") || where.equals(isComment ? "comments" : "texts");
        }
    }

    private static List<Term> terms() throws IOException {
        try (InputStream in = TermsTest.class.getResourceAsStream("terms.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" +\\| +"))
                    .map(p -> new Term(Pattern.compile(p[0]), p[1], p[2], p[3]))
                    .toList();
        }
    }

    private static List<Path> documents() throws IOException {
        Path repository = ProjectSources.repository();
        List<Path> documents = new ArrayList<>();
        DOCUMENTS.stream().map(repository::resolve).filter(Files::exists).forEach(documents::add);
        try (Stream<Path> guides = Files.list(repository.resolve(GUIDES))) {
            guides.filter(f -> f.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    private static boolean isMessage(String literal) {
        // Ids, keys, paths, styles and SQL are not sentences.
        return literal.strip().contains(" ")
                && !Pattern.compile("\\b(SELECT|FROM|CREATE|INSERT|WHERE|JOIN|-fx-)\\b")
                        .matcher(literal)
                        .find();
    }

    private static void find(List<Term> terms, String text, boolean isComment, String location, List<String> found) {
        String plain = CODE.matcher(text).replaceAll(" ");
        for (Term term : terms) {
            if (term.isFor(isComment)) {
                Matcher hit = term.pattern.matcher(plain);
                while (hit.find()) {
                    found.add("%s: “%s”, better: %s (%s)"
                            .formatted(location, hit.group().strip(), term.better, term.reason));
                }
            }
        }
    }

    private static int line(String text, int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    /// @param location name of the source, for the messages
    private static List<String> findIn(List<Term> terms, String location, String source) {
        List<String> found = new ArrayList<>();
        Matcher token = TEXT.matcher(source);
        while (token.find()) {
            boolean isComment = token.group().startsWith("/");
            if (isComment || token.group().startsWith("\"") && isMessage(token.group())) {
                find(terms, token.group(), isComment, location + ":" + line(source, token.start()), found);
            }
        }
        return found;
    }

    @Test
    void mainSourcesUseTheTermsOfTheGuide() throws IOException {
        List<Term> terms = terms();
        List<String> found = new ArrayList<>();
        for (Path source : ProjectSources.files("main")) {
            String location = ProjectSources.repository().relativize(source).toString();
            found.addAll(findIn(terms, location, Files.readString(source)));
        }
        assertEquals("", String.join("\n", found));
    }

    @Test
    void documentsUseTheTermsOfTheGuide() throws IOException {
        List<Term> terms = terms();
        List<String> found = new ArrayList<>();
        for (Path document : documents()) {
            String name = ProjectSources.repository().relativize(document).toString();
            boolean isCode = false;
            List<String> lines = Files.readAllLines(document);
            for (int i = 0; i < lines.size(); i++) {
                isCode ^= lines.get(i).startsWith("```");
                if (!isCode) {
                    find(terms, lines.get(i), false, name + ":" + (i + 1), found);
                }
            }
        }
        assertEquals("", String.join("\n", found));
    }

    @Test
    void findsATermInCommentsAndMessagesButNotInCode() {
        List<Term> terms = List.of(new Term(Pattern.compile("\\b[Gg]izmos?\\b"), "both", "device", "slang"));
        List<String> found = findIn(terms, "Sample.java", """
            /// Lists the gizmos.
            class Sample {
                String id = "list.gizmo";
                String text = "No gizmo found.";
                int gizmo; // see `gizmo`
            }
            """);
        assertEquals(
                List.of(
                        "Sample.java:1: “gizmos”, better: device (slang)",
                        "Sample.java:4: “gizmo”, better: device (slang)"),
                found);
    }
}
