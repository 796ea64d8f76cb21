package traceglass.convert.ftracetext;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A raw event with its arguments in the order of the kernel's format.
final class FtraceEvent {

    /// An argument.
    ///
    /// @param number numeric value; 0 for a string
    /// @param text string value; null for a number
    /// @param formattedNumber text of a number that is not written as a signed decimal number; null for other
    ///     values
    record Arg(
            String key,
            long number,
            @Nullable String text,
            @Nullable String formattedNumber) {

        String value() {
            return formattedNumber != null ? formattedNumber : text != null ? text : Long.toString(number);
        }

        void appendTo(StringBuilder out) {
            if (formattedNumber == null && text == null) {
                out.append(number);
            } else {
                out.append(value());
            }
        }
    }

    long ts;
    String name = "";
    long cpu;
    long tid;
    String comm = "";
    long tgid;
    List<Arg> args = List.of();

    @Nullable
    Arg arg(String key) {
        for (Arg a : args) {
            if (a.key.equals(key)) {
                return a;
            }
        }
        return null;
    }

    long number(String key) {
        Arg a = arg(key);
        return a == null ? 0 : a.number;
    }

    String value(String key) {
        Arg a = arg(key);
        return a == null ? "" : a.value();
    }
}
