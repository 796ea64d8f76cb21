package traceglass.service.probe.process;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.protos.system.ProcessStats;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.KeyTable;
import traceglass.service.probe.files.LineCursor;

/// Values of `/proc/PID/status` and `/proc/PID/smaps_rollup`. The object is reused for the next process.
final class ProcessStatus {

    /// One more than the highest field number of counters in `ProcessStats.Process`.
    static final int COUNTERS = ProcessStats.Process.DMABUF_RSS_KB_FIELD_NUMBER + 1;

    private static final int NAME = 101;
    private static final int TGID = 102;
    private static final int PID = 103;
    private static final int PPID = 104;
    private static final int UID = 105;
    private static final int NAMESPACED = 106;
    private static final int KTHREAD = 107;
    private static final KeyTable KEYS = new KeyTable(keys());
    private static final int MAX_NAME_BYTES = 256;

    private final LineCursor lines = new LineCursor();
    private final long[] counters = new long[COUNTERS];
    private int present;
    private final byte[] name = new byte[MAX_NAME_BYTES];
    private int nameLength;
    private int tgid;
    private int pid;
    private int ppid;
    private int uid;
    private int kthread;
    private int[] namespaced = new int[4];
    private int namespaces;

    private static Map<String, Integer> keys() {
        Map<String, Integer> keys = new HashMap<>();
        keys.put("Name", NAME);
        keys.put("Tgid", TGID);
        keys.put("Pid", PID);
        keys.put("PPid", PPID);
        keys.put("Uid", UID);
        keys.put("NSpid", NAMESPACED);
        keys.put("Kthread", KTHREAD);
        keys.put("VmSize", ProcessStats.Process.VM_SIZE_KB_FIELD_NUMBER);
        keys.put("VmLck", ProcessStats.Process.VM_LOCKED_KB_FIELD_NUMBER);
        keys.put("VmHWM", ProcessStats.Process.VM_HWM_KB_FIELD_NUMBER);
        keys.put("VmRSS", ProcessStats.Process.VM_RSS_KB_FIELD_NUMBER);
        keys.put("RssAnon", ProcessStats.Process.RSS_ANON_KB_FIELD_NUMBER);
        keys.put("RssFile", ProcessStats.Process.RSS_FILE_KB_FIELD_NUMBER);
        keys.put("RssShmem", ProcessStats.Process.RSS_SHMEM_KB_FIELD_NUMBER);
        keys.put("VmSwap", ProcessStats.Process.VM_SWAP_KB_FIELD_NUMBER);
        keys.put("Rss", ProcessStats.Process.SMR_RSS_KB_FIELD_NUMBER);
        keys.put("Pss", ProcessStats.Process.SMR_PSS_KB_FIELD_NUMBER);
        keys.put("Pss_Anon", ProcessStats.Process.SMR_PSS_ANON_KB_FIELD_NUMBER);
        keys.put("Pss_File", ProcessStats.Process.SMR_PSS_FILE_KB_FIELD_NUMBER);
        keys.put("Pss_Shmem", ProcessStats.Process.SMR_PSS_SHMEM_KB_FIELD_NUMBER);
        keys.put("SwapPss", ProcessStats.Process.SMR_SWAP_PSS_KB_FIELD_NUMBER);
        return keys;
    }

    /// Clears all values.
    void clear() {
        present = 0;
        nameLength = 0;
        tgid = 0;
        pid = 0;
        ppid = 0;
        uid = 0;
        kthread = -1;
        namespaces = 0;
    }

    /// Parses a file and adds its values.
    void parse(byte[] text, int size) {
        lines.set(text, size);
        while (lines.nextLine()) {
            if (lines.nextKey()) {
                int key = KEYS.find(lines);
                if (key > COUNTERS) {
                    readIdentity(key);
                } else if (key > 0) {
                    lines.nextWord();
                    counters[key] = lines.number();
                    present |= 1 << key;
                }
            }
        }
    }

    private void readIdentity(int key) {
        switch (key) {
            case NAME -> parseName();
            case TGID -> tgid = (int) lines.nextNumber();
            case PID -> pid = (int) lines.nextNumber();
            case PPID -> ppid = (int) lines.nextNumber();
            case UID -> uid = (int) lines.nextNumber();
            case NAMESPACED -> parseNamespaces();
            default -> kthread = (int) lines.nextNumber();
        }
    }

    /// Copies the name. The kernel escapes newlines and backslashes with a backslash.
    private void parseName() {
        lines.moveToRest();
        byte[] from = lines.bytes();
        int offset = lines.start();
        int end = lines.end();
        nameLength = 0;
        while (offset < end && nameLength < MAX_NAME_BYTES) {
            byte b = from[offset++];
            if (b == '\\' && offset < end && (from[offset] == 'n' || from[offset] == '\\')) {
                b = from[offset++] == 'n' ? (byte) '\n' : (byte) '\\';
            }
            name[nameLength++] = b;
        }
    }

    /// Reads the ids in nested namespaces, outermost first.
    private void parseNamespaces() {
        namespaces = 0;
        lines.nextWord();
        while (lines.nextWord() && namespaces < 32) {
            if (namespaces == namespaced.length) {
                namespaced = Arrays.copyOf(namespaced, 2 * namespaces);
            }
            namespaced[namespaces++] = (int) lines.number();
        }
    }

    /// Returns whether the process has memory; kernel threads have none.
    boolean hasMemory() {
        return hasCounter(ProcessStats.Process.VM_SIZE_KB_FIELD_NUMBER);
    }

    boolean hasCounter(int counter) {
        return (present & 1 << counter) != 0;
    }

    long counter(int counter) {
        return counters[counter];
    }

    int tgid() {
        return tgid;
    }

    int pid() {
        return pid;
    }

    int ppid() {
        return ppid;
    }

    int uid() {
        return uid;
    }

    boolean isNamespaced() {
        return namespaces > 0;
    }

    /// Writes the ids in nested namespaces.
    void writeNamespaces(ProtoWriter to, int field) {
        for (int i = 0; i < namespaces; i++) {
            to.varint(field, namespaced[i]);
        }
    }

    void writeName(ProtoWriter to, int field) {
        to.bytes(field, name, 0, nameLength);
    }

    /// Returns 1 for a kernel thread, 0 for another process, -1 if the kernel does not report it.
    int kthread() {
        return kthread;
    }
}
