package traceglass.service.probe.system;

import traceglass.protos.system.SysStats;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.KeyTable;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// Counters from files whose lines are a key and a value: `/proc/meminfo` and `/proc/vmstat`.
final class KeyedCounters extends PolledText {

    private final KeyTable keys;
    private final int field;

    private KeyedCounters(FileLoader loader, byte[] path, KeyTable keys, int field) {
        super(loader, path);
        this.keys = keys;
        this.field = field;
    }

    static KeyedCounters meminfo(FileLoader loader, SystemFolders folders, KeyTable keys) {
        return new KeyedCounters(loader, folders.proc("meminfo"), keys, SysStats.MEMINFO_FIELD_NUMBER);
    }

    static KeyedCounters vmstat(FileLoader loader, SystemFolders folders, KeyTable keys) {
        return new KeyedCounters(loader, folders.proc("vmstat"), keys, SysStats.VMSTAT_FIELD_NUMBER);
    }

    @Override
    void write(LineCursor text, ProtoWriter out) {
        while (text.nextLine()) {
            if (!text.nextWord()) {
                continue;
            }
            if (text.endsWith(':')) {
                text.shorten(1);
            }
            int key = keys.find(text);
            if (key > 0 && text.nextWord()) {
                // Both messages have the same two fields.
                int message = out.open(field);
                out.varint(SysStats.MeminfoValue.KEY_FIELD_NUMBER, key);
                out.varint(SysStats.MeminfoValue.VALUE_FIELD_NUMBER, text.number());
                out.close(message);
            }
        }
    }
}
