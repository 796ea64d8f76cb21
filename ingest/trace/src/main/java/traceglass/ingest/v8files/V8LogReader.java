package traceglass.ingest.v8files;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.table.StringPool;

/// Reads the lines of a V8 log. Code is compiled, moved and freed between ticks, so each tick is resolved when it is
/// read.
final class V8LogReader {

    /// Columns of `code-creation` before the name.
    private static final int CODE_COLUMNS = 7;

    private static final int TICK_COLUMNS = 6;
    private static final long MAX_INTERVAL_MICROS = 60_000_000;
    private static final long MICROS_PER_MS = 1000;

    private final ImportContext context;
    private final V8LogSamples samples;
    private final AddressMap<Integer> code = new AddressMap<>();
    private final AddressMap<StackProfiles.Mapping> libraries = new AddressMap<>();
    private final GrowingInts stack = new GrowingInts();
    private int version = V8LogSamples.LATEST;
    private int ticks;
    /// Time between ticks in logs that have no times.
    private long intervalMicros = MICROS_PER_MS;

    V8LogReader(ImportContext context, V8LogSamples samples) {
        this.context = context;
        this.samples = samples;
    }

    /// Reads a line; returns false if it is of a known kind but damaged.
    boolean read(String line) {
        int comma = line.indexOf(',');
        if (comma < 0) {
            return true;
        }
        try {
            switch (line.substring(0, comma)) {
                case "tick" -> readTick(line.split(",", -1));
                case "code-creation" -> readCodeCreation(line);
                case "code-move" -> readCodeMove(line.split(",", -1));
                case "code-delete" -> code.remove(parseAddress(line.split(",", -1)[1]));
                case "shared-library" -> readLibrary(line.split(",", -1));
                case "timer-event-start" -> readTimer(line.split(",", -1), true);
                case "timer-event-end" -> readTimer(line.split(",", -1), false);
                case "v8-version" -> readVersion(line.split(",", -1));
                case "profiler" -> readProfiler(line.split(",", -1));
                default -> {}
            }
            return true;
        } catch (NumberFormatException | ArithmeticException | ArrayIndexOutOfBoundsException e) {
            return false;
        }
    }

    private static long parseAddress(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text, 2, text.length(), 16) : Long.parseLong(text);
    }

    private void readVersion(String[] columns) {
        version = Integer.parseInt(columns[1]);
        context.metadata()
                .setDynamic("v8_version", String.join(".", List.of(columns).subList(1, columns.length)));
    }

    /// Reads `profiler,begin,INTERVAL`: microseconds, or milliseconds if the text is quoted (before V8 3.20).
    private void readProfiler(String[] columns) {
        boolean isOld = columns[1].equals("\"begin\"");
        if ((isOld || columns[1].equals("begin")) && columns.length > 2) {
            long interval = Math.multiplyExact(Long.parseLong(columns[2]), isOld ? MICROS_PER_MS : 1);
            intervalMicros = Math.clamp(interval, 1, MAX_INTERVAL_MICROS);
            context.metadata().setDynamic("v8_sampling_interval_us", interval);
        }
    }

    private void readLibrary(String[] columns) {
        long start = parseAddress(columns[2]);
        long end = parseAddress(columns[3]);
        if (Long.compareUnsigned(start, end) < 0) {
            StackProfiles.MappingParams params =
                    new StackProfiles.MappingParams(name(columns[1]), "", start, end, 0, 0, 0);
            libraries.putReplacing(start, end, context.stackProfiles().mapping(params), m -> {});
        }
    }

    /// Reads `code-creation,KIND,[NUMBER,[TIME,]]ADDRESS,SIZE,NAME[,FUNCTION,TIER]`.
    private void readCodeCreation(String line) {
        String[] columns = line.split(",", CODE_COLUMNS + 1);
        boolean isNumbered = !columns[2].startsWith("0x");
        boolean isTimed = isNumbered && columns.length > 5 && !columns[3].startsWith("0x");
        int index = isTimed ? 4 : isNumbered ? 3 : 2;
        long start = parseAddress(columns[index]);
        long size = Long.parseLong(columns[index + 1]);
        String name = columns[index + 2];
        if (!isTimed && columns.length > index + 3) {
            name = columns[index + 2].startsWith("\"")
                    ? columns[index + 2]
                    : columns[index + 2].split(",", 2)[0];
        }
        name = unescape(name.startsWith("\"") ? name.replace("\"", "") : name);
        if (size > 0) {
            code.putReplacing(start, AddressMap.end(start, size), samples.frame(columns[1], name), f -> {});
        }
    }

    private void readCodeMove(String[] columns) {
        AddressMap.Range<Integer> old = code.find(parseAddress(columns[1]));
        long to = parseAddress(columns[2]);
        if (old != null && old.start() == parseAddress(columns[1])) {
            code.remove(old.start());
            code.putReplacing(to, AddressMap.end(to, old.end() - old.start()), old.value(), f -> {});
        }
    }

    private void readTimer(String[] columns, boolean isBegin) {
        samples.setTimer(name(columns[1]), Long.parseLong(columns[2]), isBegin);
    }

    /// Reads `tick,PC,TIME,IS_EXTERNAL,TOP_OR_CALLBACK,STATE,CALLERS…`. In a callback from JavaScript to C++, the
    /// address of the callback is used in place of the program counter. Until V8 3.20, the stack pointer was in
    /// the place of the time, so such ticks are assumed to be one interval apart.
    private void readTick(String[] columns) {
        if (columns.length < TICK_COLUMNS) {
            throw new ArrayIndexOutOfBoundsException(columns.length);
        }
        long pc = parseAddress(columns[1]);
        boolean isOld = columns[2].startsWith("0x");
        long micros = isOld ? (ticks + 1) * intervalMicros : Long.parseLong(columns[2]);
        boolean isExternal = columns[3].equals("1");
        long top = parseAddress(columns[4]);
        int state = Integer.parseInt(columns[5]);
        stack.clear();
        List<Long> addresses = new ArrayList<>();
        addresses.add(isExternal ? top : pc);
        if (!isExternal && top != 0 && code.find(top) != null) {
            addresses.add(top);
        }
        long previous = pc;
        for (int i = TICK_COLUMNS; i < columns.length; i++) {
            String frame = columns[i];
            if (frame.startsWith("0x")) {
                previous = parseAddress(frame);
            } else if (frame.startsWith("+") || frame.startsWith("-")) {
                long offset = parseAddress(frame.substring(1));
                previous += frame.charAt(0) == '-' ? -offset : offset;
            } else {
                // Mark a truncated stack.
                continue;
            }
            addresses.add(previous);
        }
        for (int i = addresses.size() - 1; i >= 0; i--) {
            int frame = frame(addresses.get(i), i == 0);
            if (frame >= 0) {
                stack.add(frame);
            }
        }
        samples.add(micros, stack, V8LogSamples.State.of(state, isOld ? 3 : version));
        ticks++;
    }

    /// Returns whether no tick was read.
    boolean isEmpty() {
        return ticks == 0;
    }

    /// Returns the frame of an address; -1 if the address is unknown and not the innermost one.
    private int frame(long address, boolean isInnermost) {
        AddressMap.Range<Integer> compiled = code.find(address);
        if (compiled != null) {
            return compiled.value();
        }
        AddressMap.Range<StackProfiles.Mapping> library = libraries.find(address);
        if (library != null) {
            return library.value().frame(address - library.start(), StringPool.NULL, -1, -1);
        }
        return isInnermost ? samples.unknownFrame() : -1;
    }

    /// Returns a name, which old versions quoted.
    private static String name(String column) {
        boolean isQuoted = column.length() > 1 && column.startsWith("\"") && column.endsWith("\"");
        return unescape(isQuoted ? column.substring(1, column.length() - 1) : column);
    }

    /// Replaces escape sequences: `\x2C` for a comma, `\n`, `\\`, `\u1234`.
    static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char kind = c == '\\' && i + 1 < text.length() ? text.charAt(i + 1) : 0;
            int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 0;
            if (digits > 0 && i + 2 + digits <= text.length()) {
                try {
                    out.append((char) Integer.parseInt(text, i + 2, i + 2 + digits, 16));
                    i += 1 + digits;
                    continue;
                } catch (NumberFormatException e) {
                    // Not an escape sequence.
                }
            }
            if (kind == 'n' || kind == '\\') {
                out.append(kind == 'n' ? '\n' : '\\');
                i++;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
