package traceglass.app.cli.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Texts about subjects that concern several commands. Each is a text file of the resources, whose first line is its
/// title.
public final class HelpTopics {

    private static final List<String> NAMES = List.of("agent", "environment", "exit-codes", "files", "units");

    private HelpTopics() {}

    /// Returns the names of the topics that have a text, sorted.
    public static List<String> names() {
        return NAMES.stream()
                .filter(name -> HelpTopics.class.getResource(name + ".txt") != null)
                .toList();
    }

    /// Returns the text of a topic.
    public static String text(String name) {
        try (InputStream in = Objects.requireNonNull(HelpTopics.class.getResourceAsStream(name + ".txt"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the first line of the text of a topic.
    public static String title(String name) {
        return text(name).lines().findFirst().orElse("");
    }
}
