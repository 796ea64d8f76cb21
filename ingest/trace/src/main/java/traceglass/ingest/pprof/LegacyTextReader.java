package traceglass.ingest.pprof;

import java.io.IOException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Reads the text formats that predate profile.proto: a header, a line for each stack, and the memory map. Written by
/// gperftools, tcmalloc, jemalloc, and Go's `/debug/pprof/…?debug=1`.
final class LegacyTextReader {

    private final ImportContext context;
    private final TraceInput input;
    private final TextLines lines;
    private LegacyProfile profile;
    private LegacyTrailer trailer;

    private LegacyTextReader(TraceInput input, ImportContext context) {
        this.context = context;
        this.input = input;
        lines = new TextLines(input.asStream());
    }

    /// Returns the kind of a profile, determined from its first line; null if it is not such a profile.
    static LegacyKind kind(String firstLine) {
        String line = firstLine.strip();
        if (line.startsWith("heap profile:")) {
            return LegacyKind.HEAP;
        }
        if (line.startsWith("heap_v2/")) {
            return LegacyKind.JEMALLOC;
        }
        if (line.startsWith("--- contentionz ")
                || line.startsWith("--- mutex:")
                || line.startsWith("--- contention:")) {
            return LegacyKind.CONTENTION;
        }
        if (line.startsWith("--- heapz ")) {
            return LegacyKind.JAVA_HEAP;
        }
        if (line.startsWith("--- threadz ") || line.startsWith("--- Thread ")) {
            return LegacyKind.THREADS;
        }
        int index = line.indexOf(" profile: total ");
        return index > 0 && line.indexOf(' ') == index ? LegacyKind.COUNT : null;
    }

    static void read(TraceInput input, ImportContext context) throws IOException {
        new LegacyTextReader(input, context).read();
    }

    private void read() throws IOException {
        String first = lines.next();
        while (first != null && first.isBlank()) {
            first = lines.next();
        }
        if (first == null) {
            return;
        }
        switch (kind(first)) {
            case HEAP -> readHeap(first);
            case JEMALLOC -> readJemalloc(first);
            case CONTENTION, JAVA_HEAP -> readProfile(first);
            case THREADS -> readThreads(first);
            case COUNT -> readCounts(first);
        }
        profile.write();
    }

    private void start(LegacyProfile.Type... types) {
        profile = new LegacyProfile(context, List.of(types));
        trailer = new LegacyTrailer(profile);
    }

    private void countSkipped() {
        context.logs().recordAt(StatNames.PPROF_LINE_SKIPPED, input.position(), null);
    }

    /// Reads `COUNT @ ADDRESSES` lines, each followed by lines with the functions at these addresses.
    private void readCounts(String first) throws IOException {
        String name = first.strip();
        start(new LegacyProfile.Type(name.substring(0, name.indexOf(' ')), "count"));
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (readSymbol(line)) {
                continue;
            }
            if (line.indexOf('@') < 0) {
                trailer.read(line);
                continue;
            }
            LegacyText text = new LegacyText(line);
            long count = text.readNumber();
            text.expect('@');
            long[] addresses = text.readAddresses(1);
            if (text.isInvalid()) {
                countSkipped();
            } else {
                profile.add(addresses, new double[] {count}, 0);
            }
        }
    }

    /// Reads a comment line; Go's comments `# 0xADDRESS FUNCTION+0xOFFSET FILE:LINE` define functions. Returns
    /// whether it is a comment.
    private boolean readSymbol(String line) {
        if (!line.startsWith("#")) {
            return false;
        }
        LegacyText text = new LegacyText(line.substring(1));
        long address = text.readAddress();
        if (text.isInvalid()) {
            return true;
        }
        String[] parts = text.remaining().strip().split("\t+");
        String name = parts[0];
        int offset = name.lastIndexOf("+0x");
        name = offset > 0 ? name.substring(0, offset) : name;
        String file = parts.length > 1 ? parts[parts.length - 1].strip() : null;
        long number = 0;
        int colon = file == null ? -1 : file.lastIndexOf(':');
        if (colon > 0) {
            LegacyText digits = new LegacyText(file.substring(colon + 1));
            number = digits.readNumber();
            file = digits.isInvalid() ? file : file.substring(0, colon);
        }
        if (!name.isEmpty()) {
            profile.addSymbol(address, new LegacyProfile.Symbol(name, file, number));
        }
        return true;
    }

    /// Reads `OBJECTS: BYTES [OBJECTS: BYTES] @ ADDRESSES` lines: in use, and ever allocated.
    private void readHeap(String first) throws IOException {
        LegacyText header = new LegacyText(first.strip().substring("heap profile:".length()));
        LegacyHeapValues values = LegacyHeapValues.parseHeader(header);
        start(values.types());
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (readSymbol(line)) {
                continue;
            }
            if (line.indexOf('@') < 0) {
                trailer.read(line);
                continue;
            }
            LegacyText text = new LegacyText(line);
            long[] numbers = LegacyHeapValues.parseNumbers(text);
            text.expect('@');
            long[] addresses = text.readAddresses(1);
            if (text.isInvalid()) {
                countSkipped();
            } else {
                profile.add(addresses, values.estimate(numbers), LegacyHeapValues.blockSize(numbers));
            }
        }
    }

    /// Reads jemalloc's format: `@ ADDRESSES`, followed by lines with the values of all threads (`t*`) and of
    /// individual threads (`t7`), which take precedence.
    private void readJemalloc(String first) throws IOException {
        LegacyText rate = new LegacyText(first.strip().substring("heap_v2/".length()));
        LegacyHeapValues values = new LegacyHeapValues(Math.max(1, rate.readNumber()), false);
        long[] stack = null;
        long[] total = null;
        start(values.types());
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (text.startsWith("@")) {
                addTotal(stack, total, values);
                stack = new LegacyText(text.substring(1)).readAddresses(1);
                total = null;
            } else if (text.startsWith("t*:")) {
                LegacyText rest = new LegacyText(text.substring("t*:".length()));
                long[] numbers = LegacyHeapValues.parseNumbers(rest);
                if (rest.isInvalid()) {
                    countSkipped();
                } else if (stack != null) {
                    total = numbers;
                } else if (LegacyHeapValues.hasAllocations(numbers)) {
                    // The totals of the process come first.
                    values = new LegacyHeapValues(values.rate(), true);
                    start(values.types());
                }
            } else if (text.startsWith("t")) {
                if (stack != null && addThread(stack, text.substring(1), values)) {
                    total = null;
                }
            } else {
                addTotal(stack, total, values);
                total = null;
                trailer.read(line);
            }
        }
        addTotal(stack, total, values);
    }

    private void addTotal(long[] stack, long[] total, LegacyHeapValues values) {
        if (stack != null && total != null) {
            profile.add(stack, values.estimate(total), LegacyHeapValues.blockSize(total));
        }
    }

    /// Reads `THREAD: OBJECTS: BYTES [OBJECTS: BYTES]`; returns false if the line has another form.
    private boolean addThread(long[] stack, String text, LegacyHeapValues values) {
        LegacyText rest = new LegacyText(text);
        long thread = rest.readNumber();
        rest.expect(':');
        long[] numbers = LegacyHeapValues.parseNumbers(rest);
        if (rest.isInvalid()) {
            countSkipped();
            return false;
        }
        profile.add(stack, values.estimate(numbers), LegacyHeapValues.blockSize(numbers), thread);
        return true;
    }

    /// Reads profiles with `KEY = VALUE` lines after the first line: lock contention, and Java heaps.
    private void readProfile(String first) throws IOException {
        LegacyContention values = new LegacyContention(kind(first) == LegacyKind.JAVA_HEAP);
        String line = lines.next();
        while (line != null && line.indexOf('@') < 0 && (line.indexOf('=') > 0 || line.isBlank())) {
            values.readHeader(line);
            line = lines.next();
        }
        start(values.types());
        for (; line != null; line = lines.next()) {
            if (readSymbol(line)) {
                continue;
            }
            if (line.indexOf('@') < 0) {
                trailer.read(line);
                continue;
            }
            LegacyText text = new LegacyText(line);
            long amount = text.readNumber();
            long count = text.readNumber();
            text.expect('@');
            long[] addresses = text.readAddresses(values.isJava() ? 0 : 1);
            if (text.isInvalid()) {
                countSkipped();
            } else {
                profile.add(addresses, values.estimate(amount, count), values.blockSize(amount, count));
            }
        }
    }

    /// Reads the stacks of threads, each after a line `--- Thread ID (name: NAME/TID) stack: ---`.
    private void readThreads(String first) throws IOException {
        start(new LegacyProfile.Type("thread", "count"));
        LegacyThreads threads = new LegacyThreads(profile);
        for (String line = first; line != null; line = lines.next()) {
            if (!threads.read(line)) {
                trailer.read(line);
            }
        }
        threads.finish();
    }
}
