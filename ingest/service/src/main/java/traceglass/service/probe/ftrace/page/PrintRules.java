package traceglass.service.probe.ftrace.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.FtraceConfig.PrintFilter;

/// Filters markers that programs write by their prefix. The first matching rule decides; if none matches, the
/// marker is kept.
public final class PrintRules {

    /// @param types type letters of atrace messages such as `B|123|name`, after whose pid the prefix must
    ///     follow; null if the text must start with the prefix
    private record Rule(byte @Nullable [] types, byte[] prefix, boolean isAllowing) {}

    private final List<Rule> rules;

    private PrintRules(List<Rule> rules) {
        this.rules = rules;
    }

    public static PrintRules of(PrintFilter filter) {
        return new PrintRules(filter.getRulesList().stream()
                .map(rule -> rule.hasAtraceMsg()
                        ? new Rule(
                                bytes(rule.getAtraceMsg().getType()),
                                bytes(rule.getAtraceMsg().getPrefix()),
                                rule.getAllow())
                        : new Rule(null, bytes(rule.getPrefix()), rule.getAllow()))
                .toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Returns whether a marker is kept.
    boolean allows(byte[] text, int from, int end) {
        for (Rule rule : rules) {
            byte[] types = rule.types();
            int offset = types == null ? from : afterProcess(types, text, from, end);
            if (offset >= 0 && startsWith(text, offset, end, rule.prefix())) {
                return rule.isAllowing();
            }
        }
        return true;
    }

    /// Returns the offset after the type, the process id and their separators, or -1 for another format.
    private static int afterProcess(byte[] types, byte[] text, int from, int end) {
        if (!startsWith(text, from, end, types)) {
            return -1;
        }
        int offset = from + types.length;
        if (offset == end || text[offset++] != '|') {
            return -1;
        }
        while (offset < end && text[offset] >= '0' && text[offset] <= '9') {
            offset++;
        }
        return offset < end && text[offset] == '|' ? offset + 1 : -1;
    }

    private static boolean startsWith(byte[] text, int from, int end, byte[] prefix) {
        if (end - from < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (text[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
