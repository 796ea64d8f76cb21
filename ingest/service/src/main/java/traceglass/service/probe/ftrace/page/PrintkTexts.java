package traceglass.service.probe.ftrace.page;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Strings in kernel memory by address, from the file `printk_formats`, which has lines such as
/// `0xffffffff81e0f2a0 : "Rescheduling interrupts"`.
public final class PrintkTexts {

    /// Contains no strings.
    public static final PrintkTexts NONE = new PrintkTexts(Map.of());

    private static final Pattern LINE = Pattern.compile("0x([0-9a-f]{1,16}) : \"(.*)\"");
    private static final byte[] UNKNOWN = {};

    private final Map<Long, byte[]> texts;

    private PrintkTexts(Map<Long, byte[]> texts) {
        this.texts = texts;
    }

    public static PrintkTexts parse(String file) {
        Map<Long, byte[]> texts = new HashMap<>();
        for (String line : file.split("\n")) {
            Matcher m = LINE.matcher(line.strip());
            if (m.matches()) {
                texts.put(Long.parseUnsignedLong(m.group(1), 16), m.group(2).getBytes(StandardCharsets.UTF_8));
            }
        }
        return new PrintkTexts(texts);
    }

    /// Returns the string at an address as UTF-8; empty if the address is unknown.
    byte[] at(long address) {
        return texts.getOrDefault(address, UNKNOWN);
    }
}
