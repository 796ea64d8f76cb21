package traceglass.ingest.hprof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.collection.RankedBits;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Values of the strings in a heap dump, held in memory up to a limit.
final class HprofStrings {

    /// Memory overhead of a distinct string, in bytes.
    private static final int OVERHEAD_BYTES = 64;

    private final StringPool strings;
    private final int offsetName;
    private final int countName;
    private final RankedBits arrays;
    /// String ids of the values, in array order.
    private int[] texts = {};

    HprofStrings(StringPool strings, HprofGraph graph) {
        this.strings = strings;
        arrays = graph.texts();
        offsetName = strings.intern("java.lang.String.offset");
        countName = strings.intern("java.lang.String.count");
    }

    /// Reads the primitive arrays to which strings refer.
    void read(HprofSpool spool, HprofDump dump, HprofGraph graph, ImportProgress progress) throws IOException {
        texts = new int[arrays.computeRanks()];
        if (texts.length == 0) {
            return;
        }
        boolean isBigEndian = isBigEndian(spool, dump, graph);
        HprofEntries entries = new HprofEntries(spool, dump, HprofEntries.Elements.TEXT);
        long remainingBytes = dump.objects.freeMemory(graph.bytes() + (long) texts.length * Integer.BYTES) / 2;
        while (entries.next()) {
            int array = entries.object();
            if ((array & 0xFFF) == 0) {
                progress.check();
            }
            boolean isText = entries.kind() == HprofDump.PRIMITIVE_ARRAY
                    && arrays.get(array)
                    && (entries.length() == 0 || entries.dataLength() > 0);
            if (!isText) {
                continue;
            }
            int before = strings.size();
            boolean isUtf16 = graph.isUtf16(array);
            int length = entries.dataLength();
            if (isAscii(entries, isUtf16)) {
                texts[arrays.rank(array)] = strings.intern(entries.data(), 0, length);
            } else {
                String text = text(entries, isUtf16, isBigEndian);
                length = text.length();
                texts[arrays.rank(array)] = strings.intern(text);
            }
            if (strings.size() > before) {
                remainingBytes -= length + OVERHEAD_BYTES;
            }
            if (remainingBytes < 0) {
                dump.reportError(StatNames.HPROF_TEXTS_SKIPPED);
                return;
            }
        }
    }

    /// Returns whether UTF-16 strings in byte arrays are big-endian, which depends on the machine that wrote
    /// the dump.
    private static boolean isBigEndian(HprofSpool spool, HprofDump dump, HprofGraph graph) throws IOException {
        HprofEntries entries = new HprofEntries(spool, dump, HprofEntries.Elements.TEXT);
        long even = 0;
        long odd = 0;
        int limit = Math.min(1_000, graph.utf16Count());
        // Most UTF-16 strings contain characters below 256, whose high byte is 0.
        for (int count = 0; count < limit && entries.next(); ) {
            if (entries.kind() == HprofDump.PRIMITIVE_ARRAY && graph.isUtf16(entries.object())) {
                count++;
                for (int i = 0; i + 1 < entries.dataLength(); i += 2) {
                    even += entries.data()[i] == 0 ? 1 : 0;
                    odd += entries.data()[i + 1] == 0 ? 1 : 0;
                }
            }
        }
        return even > odd;
    }

    private static boolean isAscii(HprofEntries e, boolean isUtf16) {
        if (isUtf16 || e.type() == HprofType.CHAR) {
            return false;
        }
        byte[] data = e.data();
        int bits = 0;
        for (int i = 0; i < e.dataLength(); i++) {
            bits |= data[i];
        }
        return bits >= 0;
    }

    private static String text(HprofEntries e, boolean isUtf16, boolean isBigEndian) {
        if (e.type() == HprofType.CHAR) {
            return new String(e.data(), 0, e.dataLength(), StandardCharsets.UTF_16BE);
        }
        if (isUtf16) {
            return new String(
                    e.data(),
                    0,
                    e.dataLength() & ~1,
                    isBigEndian ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE);
        }
        return new String(e.data(), 0, e.dataLength(), StandardCharsets.ISO_8859_1);
    }

    /// Returns the string id of the characters in an array; [StringPool#NULL] if they are unknown.
    int of(int array) {
        return array >= 0 && arrays.get(array) ? texts[arrays.rank(array)] : StringPool.NULL;
    }

    /// Returns the string id of a string.
    ///
    /// @param array index of the array with the characters of the string
    /// @param layout fields of `java.lang.String`; in old Java versions, several strings share one array
    int of(int array, HprofLayout layout, HprofEntries string) {
        int id = of(array);
        int offsetField = layout.find(offsetName);
        int countField = layout.find(countName);
        if (id == StringPool.NULL || countField < 0) {
            return id;
        }
        String text = strings.get(id);
        int offset = offsetField < 0 ? 0 : intOf(layout, string, offsetField);
        int count = intOf(layout, string, countField);
        if (offset < 0 || count < 0 || offset > text.length() - count) {
            return StringPool.NULL;
        }
        return count == text.length() ? id : strings.intern(text.substring(offset, offset + count));
    }

    private static int intOf(HprofLayout layout, HprofEntries e, int field) {
        int offset = layout.offsets()[field];
        boolean isValid = layout.types()[field] == HprofType.INT && offset + Integer.BYTES <= e.dataLength();
        return isValid ? BigEndian.s4(e.data(), offset) : -1;
    }
}
