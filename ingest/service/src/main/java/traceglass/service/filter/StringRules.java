package traceglass.service.filter;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import traceglass.protos.config.TraceConfig.TraceFilter.StringFilterPolicy;
import traceglass.protos.config.TraceConfig.TraceFilter.StringFilterRule;

/// Rules that redact strings. The first matching rule decides: it keeps the string or overwrites the groups of its
/// pattern. Strings are handled as bytes and keep their length.
final class StringRules {

    private static final byte[] REDACTED = "P60REDACTED".getBytes(StandardCharsets.US_ASCII);
    private static final byte PADDING = '-';
    private static final int SEMANTIC_TYPE_COUNT = 128;
    private static final int MIN_PAYLOAD_OFFSET = 2;

    private record Rule(StringFilterPolicy policy, Pattern pattern, byte[] payloadStart, String name, BitSet types) {}

    private final List<Rule> rules = new ArrayList<>();

    /// Appends a rule, or replaces the one with the same name.
    void add(StringFilterRule rule) throws InvalidFilter {
        if (rule.getPolicy() == StringFilterPolicy.SFP_UNSPECIFIED) {
            throw new InvalidFilter("a string rule has a missing or unknown policy");
        }
        Rule added = new Rule(
                rule.getPolicy(),
                compile(rule.getRegexPattern()),
                rule.getAtracePayloadStartsWith().getBytes(StandardCharsets.UTF_8),
                rule.getName(),
                types(rule));
        for (int i = 0; i < rules.size(); i++) {
            if (!added.name.isEmpty() && rules.get(i).name.equals(added.name)) {
                rules.set(i, added);
                return;
            }
        }
        rules.add(added);
    }

    /// Compiles a pattern that is matched against bytes, one character per byte.
    private static Pattern compile(String pattern) throws InvalidFilter {
        try {
            return Pattern.compile(latin1(pattern.getBytes(StandardCharsets.UTF_8), 0, -1), Pattern.UNIX_LINES);
        } catch (PatternSyntaxException e) {
            throw new InvalidFilter("\"" + pattern + "\" is not a valid regular expression");
        }
    }

    private static String latin1(byte[] bytes, int from, int to) {
        int end = to < 0 ? bytes.length : to;
        return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    }

    /// Returns the semantic types of a rule, including types that this version doesn't know: they are in the
    /// unknown fields.
    private static BitSet types(StringFilterRule rule) throws InvalidFilter {
        BitSet types = new BitSet();
        rule.getSemanticTypeList().forEach(t -> types.set(t.getNumber()));
        var unknown = rule.getUnknownFields().getField(StringFilterRule.SEMANTIC_TYPE_FIELD_NUMBER);
        List<Long> numbers = new ArrayList<>(unknown.getVarintList());
        for (ByteString packed : unknown.getLengthDelimitedList()) {
            packed.forEach(b -> numbers.add((long) b));
        }
        for (long number : numbers) {
            if (number < 0 || number >= SEMANTIC_TYPE_COUNT) {
                throw new InvalidFilter("a string rule has an invalid semantic type");
            }
            types.set((int) number);
        }
        if (types.isEmpty()) {
            types.set(0);
        }
        return types;
    }

    /// Redacts the string in `[from, to)`.
    void apply(byte[] bytes, int from, int to, int semanticType) {
        if (from == to || rules.isEmpty()) {
            return;
        }
        String text = latin1(bytes, from, to);
        int payload = atracePayload(bytes, from, to);
        for (Rule rule : rules) {
            boolean isApplicable = semanticType >= SEMANTIC_TYPE_COUNT || rule.types.get(semanticType);
            if (isApplicable && (!isForAtrace(rule.policy) || startsWith(bytes, payload, to, rule.payloadStart))) {
                Matcher matcher = rule.pattern.matcher(text);
                if (rule.policy == StringFilterPolicy.SFP_ATRACE_REPEATED_SEARCH_REDACT_GROUPS) {
                    if (redactAll(matcher, bytes, from)) {
                        return;
                    }
                } else if (matcher.matches()) {
                    if (redacts(rule.policy)) {
                        redact(matcher, bytes, from);
                    }
                    return;
                }
            }
        }
    }

    private static boolean isForAtrace(StringFilterPolicy policy) {
        return switch (policy) {
            case SFP_ATRACE_MATCH_BREAK, SFP_ATRACE_MATCH_REDACT_GROUPS, SFP_ATRACE_REPEATED_SEARCH_REDACT_GROUPS ->
                true;
            default -> false;
        };
    }

    private static boolean redacts(StringFilterPolicy policy) {
        return policy == StringFilterPolicy.SFP_MATCH_REDACT_GROUPS
                || policy == StringFilterPolicy.SFP_ATRACE_MATCH_REDACT_GROUPS;
    }

    private static boolean redactAll(Matcher matcher, byte[] bytes, int from) {
        boolean hasAny = false;
        while (matcher.find()) {
            redact(matcher, bytes, from);
            hasAny = true;
        }
        return hasAny;
    }

    private static void redact(Matcher matcher, byte[] bytes, int from) {
        for (int group = 1; group <= matcher.groupCount(); group++) {
            int start = matcher.start(group);
            for (int i = start; start >= 0 && i < matcher.end(group); i++) {
                bytes[from + i] = i - start < REDACTED.length ? REDACTED[i - start] : PADDING;
            }
        }
    }

    /// Returns the offset of the text after the pid in an atrace event such as `B|1024|text`, or -1.
    private static int atracePayload(byte[] bytes, int from, int to) {
        if (bytes[from] == 'E') {
            return -1;
        }
        for (int i = from + MIN_PAYLOAD_OFFSET; i < to; i++) {
            if (bytes[i] == '|') {
                return i + 1;
            }
        }
        return -1;
    }

    private static boolean startsWith(byte[] bytes, int offset, int to, byte[] start) {
        if (offset < 0 || offset + start.length > to) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if (bytes[offset + i] != start[i]) {
                return false;
            }
        }
        return true;
    }
}
