package traceglass.ingest.winscope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import traceglass.ingest.text.PrintedNumbers;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.winscope.ProtoLogLevel;
import traceglass.protos.winscope.ProtoLogViewerConfig;
import traceglass.store.names.StatNames;

/// ProtoLog format strings by id, and the formatting of parameters. Format strings use `printf` conversions:
/// `%d %o %x` for integers, `%f %e %g` for floating-point numbers, `%b` and `%s`.
final class ProtoLogMessages {

    private static final String COLLISION = "COLLISION_GROUP";
    private static final String UNKNOWN = "UNKNOWN_GROUP";

    private final StatsTracker.View stats;
    private final Map<Integer, String> groups = new HashMap<>();
    private final Map<Long, List<Template>> templates = new HashMap<>();

    /// Decoded message.
    ///
    /// @param location file and line, or null
    record Message(ProtoLogLevel level, String group, String text, String location) {}

    /// Parameters of an event, by type.
    record Parameters(List<Long> numbers, List<Double> reals, List<Boolean> booleans, List<String> strings) {}

    private record Template(ProtoLogLevel level, int group, String text, String location) {}

    ProtoLogMessages(StatsTracker.View stats) {
        this.stats = stats;
    }

    void add(ProtoLogViewerConfig config) {
        for (ProtoLogViewerConfig.Group group : config.getGroupsList()) {
            String previous = groups.putIfAbsent(group.getId(), group.getTag());
            if (previous != null && !previous.equals(group.getTag())) {
                stats.increment(StatNames.WINSCOPE_PROTOLOG_GROUP_TAG_COLLISION);
                groups.put(group.getId(), COLLISION);
            }
        }
        for (ProtoLogViewerConfig.MessageData m : config.getMessagesList()) {
            List<Template> existing = templates.computeIfAbsent(m.getMessageId(), id -> new ArrayList<>(1));
            Template template = new Template(
                    m.getLevel(), m.getGroupId(), m.getMessage(), m.hasLocation() ? m.getLocation() : null);
            if (!existing.contains(template)) {
                existing.add(template);
            }
        }
    }

    /// Returns the message with this id and these parameters; null if no format string has this id. If several
    /// have it, selects the one that takes exactly these parameters.
    Message decode(long id, Parameters parameters) {
        List<Template> existing = templates.get(id);
        if (existing == null) {
            return null;
        }
        if (existing.size() == 1) {
            return message(existing.getFirst(), parameters);
        }
        List<Template> matching =
                existing.stream().filter(t -> accepts(t.text, parameters)).toList();
        if (matching.size() == 1) {
            stats.increment(StatNames.WINSCOPE_PROTOLOG_MESSAGE_COLLISION_RESOLVED);
            return message(matching.getFirst(), parameters);
        }
        stats.increment(StatNames.WINSCOPE_PROTOLOG_MESSAGE_COLLISION);
        StringBuilder text = new StringBuilder("<PROTOLOG COLLISION (id=0x")
                .append(Long.toHexString(id))
                .append(") ");
        if (matching.isEmpty()) {
            text.append("NO TYPE MATCH>");
        } else {
            text.append("MULTIPLE TYPE MATCHES : ")
                    .append(String.join(
                            ",\n ",
                            matching.stream()
                                    .map(t -> "'" + format(t.text, parameters) + "'")
                                    .toList()))
                    .append('>');
        }
        return new Message(ProtoLogLevel.PROTOLOG_LEVEL_WARN, COLLISION, text.toString(), null);
    }

    private Message message(Template t, Parameters parameters) {
        String group = groups.get(t.group);
        if (group == null) {
            stats.increment(StatNames.WINSCOPE_PROTOLOG_GROUP_TAG_MISSING);
            group = UNKNOWN;
        }
        return new Message(t.level, group, format(t.text, parameters), t.location);
    }

    private static boolean accepts(String text, Parameters p) {
        int[] counts = new int[4];
        for (int i = 0; i + 1 < text.length(); i++) {
            if (text.charAt(i) == '%') {
                switch (text.charAt(++i)) {
                    case 'd', 'o', 'x' -> counts[0]++;
                    case 'f', 'e', 'g' -> counts[1]++;
                    case 'b' -> counts[2]++;
                    case 's' -> counts[3]++;
                    default -> {}
                }
            }
        }
        return counts[0] == p.numbers.size()
                && counts[1] == p.reals.size()
                && counts[2] == p.booleans.size()
                && counts[3] == p.strings.size();
    }

    private String format(String text, Parameters p) {
        Iterator<Long> numbers = p.numbers.iterator();
        Iterator<Double> reals = p.reals.iterator();
        Iterator<Boolean> booleans = p.booleans.iterator();
        Iterator<String> strings = p.strings.iterator();
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%' || i + 1 == text.length()) {
                out.append(c);
                continue;
            }
            char kind = text.charAt(++i);
            switch (kind) {
                case '%' -> out.append('%');
                case 'd' -> out.append(next(numbers, n -> Long.toString(n)));
                case 'o' -> out.append(next(numbers, Long::toOctalString));
                case 'x' -> out.append(next(numbers, Long::toHexString));
                case 'f', 'e', 'g' -> out.append(next(reals, d -> real(kind, d)));
                case 's' -> out.append(next(strings, s -> s));
                case 'b' -> out.append(next(booleans, b -> Boolean.toString(b)));
                default -> out.append(c).append(kind);
            }
        }
        if (numbers.hasNext() || reals.hasNext() || booleans.hasNext() || strings.hasNext()) {
            stats.increment(StatNames.WINSCOPE_PROTOLOG_PARAM_MISMATCH);
        }
        return out.toString();
    }

    private <T> String next(Iterator<T> values, Function<T, String> format) {
        if (!values.hasNext()) {
            stats.increment(StatNames.WINSCOPE_PROTOLOG_PARAM_MISMATCH);
            return "[MISSING_PARAM]";
        }
        return format.apply(values.next());
    }

    /// Formats a number like C's `printf`.
    private static String real(char kind, double d) {
        return switch (kind) {
            case 'g' -> PrintedNumbers.shortest(d, 6);
            case 'f' -> PrintedNumbers.fixed(d, 6);
            default ->
                Double.isNaN(d) || Double.isInfinite(d)
                        ? PrintedNumbers.fixed(d, 0)
                        : String.format(Locale.ROOT, "%e", d);
        };
    }
}
