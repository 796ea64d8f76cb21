package traceglass.ingest.oldjfr;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// Names that the types of version 0 and their fields have since version 1, as listed in the resource `names.txt`.
///
/// @param type name of the type
/// @param fields new names of fields by their old ones
record JfrV2Names(String type, Map<String, String> fields) {

    private static final Map<String, JfrV2Names> LISTED = load();

    private static Map<String, JfrV2Names> load() {
        Map<String, JfrV2Names> names = new HashMap<>();
        InputStream list = Objects.requireNonNull(JfrV2Names.class.getResourceAsStream("names.txt"));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty() || line.charAt(0) == '#') {
                    continue;
                }
                String[] words = line.split(" ");
                Map<String, String> fields = new HashMap<>();
                for (int i = 2; i < words.length; i++) {
                    int equals = words[i].indexOf('=');
                    fields.put(words[i].substring(0, equals), words[i].substring(equals + 1));
                }
                names.put(words[0], new JfrV2Names(words[1], fields));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    /// Returns whether a producer is the virtual machine or the JDK.
    static boolean isJdk(String producer) {
        return producer.startsWith("http://www.oracle.com/hotspot/")
                || producer.startsWith("http://www.oracle.com/jrockit/");
    }

    /// Returns the names of a type of events. Types that no newer JDK has, and those of producers other than the
    /// virtual machine and the JDK, keep their path.
    static JfrV2Names of(JfrV0Metadata.Event event) {
        JfrV2Names listed = isJdk(event.producer()) ? LISTED.get(event.path()) : null;
        return listed != null ? listed : new JfrV2Names(event.path().replace('/', '.'), Map.of());
    }

    /// Returns the names of a type of constants.
    static JfrV2Names of(JfrV0Metadata.Content content) {
        JfrV2Names listed = LISTED.get("constant:" + content.name());
        return listed != null ? listed : new JfrV2Names(content.name(), Map.of());
    }

    /// Returns the new name of a field. Words are joined as in newer JDKs: `oldValue` for `old_value`.
    String field(String id) {
        String listed = fields.get(id);
        if (listed != null || id.indexOf('_') < 0) {
            return listed != null ? listed : id;
        }
        StringBuilder name = new StringBuilder();
        for (String word : id.split("_")) {
            name.append(name.isEmpty() || word.isEmpty() ? word : capitalized(word));
        }
        return name.toString();
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /// Returns the categories of a path, such as `Java Virtual Machine`, `GC` and `Phases` of `vm/gc/phases/pause`.
    static List<String> categories(String path) {
        List<String> segments = Arrays.asList(path.split("/"));
        List<String> categories = new ArrayList<>();
        for (String segment : segments.subList(0, Math.max(0, segments.size() - 1))) {
            if (segment.isEmpty()) {
                continue;
            }
            categories.add(
                    switch (segment) {
                        case "vm" -> "Java Virtual Machine";
                        case "java" -> "Java Application";
                        case "os" -> "Operating System";
                        case "gc" -> "GC";
                        default -> capitalized(segment.replace('_', ' '));
                    });
        }
        return categories;
    }
}
