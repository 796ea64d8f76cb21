package traceglass.ingest.tracedat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the options of a recording, which are identified by number.
final class Options {

    static final int DONE = 0;
    static final int BUFFER = 3;
    static final int HEADER_INFO = 16;
    static final int FTRACE_EVENTS = 17;
    static final int EVENT_FORMATS = 18;
    static final int KALLSYMS = 19;
    static final int PRINTK = 20;
    static final int CMDLINES = 21;
    static final int BUFFER_TEXT = 22;

    private static final int DATE = 1;
    private static final int CPUSTAT = 2;
    private static final int TRACECLOCK = 4;
    private static final int UNAME = 5;
    private static final int OFFSET = 7;
    private static final int CPUCOUNT = 8;
    private static final int PROCMAPS = 10;
    private static final int TIME_SHIFT = 12;
    private static final int TSC2NSEC = 14;

    private static final int INTERPOLATE = 1;
    private static final int MAX_CPUS = 1 << 16;
    private static final long NS_PER_US = 1000;
    private static final Pattern CHOSEN = Pattern.compile("\\[([^\\]]*)\\]");

    private Options() {}

    /// Sets the value of an option that does not refer to another part of the file.
    static void read(int id, byte[] option, TraceDatFields f, Recording recording) throws IOException {
        String text = text(option);
        switch (id) {
            case DATE -> recording.wallClockOffsetNs = parseNumber(text) * NS_PER_US;
            case CPUSTAT -> recording.cpuStats.add(text);
            case TRACECLOCK -> {
                Matcher chosen = CHOSEN.matcher(text);
                recording.clock = chosen.find() ? chosen.group(1) : text.strip();
            }
            case UNAME -> recording.uname = text.strip();
            case OFFSET -> recording.offsetNs += parseNumber(text);
            case CPUCOUNT -> recording.cpus = (int) Math.min(f.u32(), MAX_CPUS);
            case PROCMAPS -> {
                String[] words = text.lines().findFirst().orElse("").split(" ", 3);
                if (words.length == 3 && words[0].matches("[0-9a-f]{1,8}")) {
                    recording.processNames.put(Long.parseLong(words[0], 16), words[2]);
                }
            }
            case TIME_SHIFT -> recording.hostShift = shift(f);
            case TSC2NSEC -> {
                recording.multiplier = f.u32();
                recording.shift = (int) Math.min(f.u32(), 63);
            }
            default -> {}
        }
    }

    private static String text(byte[] option) {
        int end = 0;
        while (end < option.length && option[end] != 0) {
            end++;
        }
        return new String(option, 0, end, StandardCharsets.UTF_8);
    }

    /// Returns a decimal number, or a hexadecimal one after `0x`; 0 for other strings.
    private static long parseNumber(String text) {
        String t = text.strip();
        boolean isNegative = t.startsWith("-");
        String digits = isNegative ? t.substring(1) : t;
        try {
            long value =
                    digits.startsWith("0x") ? Long.parseUnsignedLong(digits.substring(2), 16) : Long.parseLong(digits);
            return isNegative ? -value : value;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Recording.Shift shift(TraceDatFields f) throws IOException {
        f.u64();
        boolean interpolates = (f.u32() & INTERPOLATE) != 0;
        int cpus = (int) Math.min(f.u32(), MAX_CPUS);
        List<long[][]> all = new ArrayList<>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            long count = f.u32();
            if (count * 3 * Long.BYTES > f.bytes().size() - f.position()) {
                throw new IOException("invalid number of times");
            }
            long[][] samples = new long[(int) count][4];
            for (int field = 0; field < 3; field++) {
                for (long[] sample : samples) {
                    sample[field] = f.u64();
                }
            }
            all.add(samples);
        }
        boolean hasFractions = f.position() < f.bytes().size();
        for (long[][] samples : all) {
            for (long[] sample : samples) {
                sample[2] = hasFractions ? sample[2] : 1;
                sample[3] = hasFractions ? f.u64() & 63 : 0;
            }
            Arrays.sort(samples, Comparator.comparingLong(s -> s[0]));
        }
        return new Recording.Shift(interpolates, all);
    }
}
