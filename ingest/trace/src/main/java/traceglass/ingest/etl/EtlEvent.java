package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.Map;

/// Header of one event in a buffer, reused for the next one. The header layouts are defined in Windows' evntrace.h and
/// ntwmi.h.
final class EtlEvent {

    /// Size in bytes of the header of system events that include CPU times of the thread.
    static final int SYSTEM_HEADER_SIZE = 32;

    private static final int COMPACT_HEADER_SIZE = 24;
    private static final int PERFINFO_HEADER_SIZE = 16;
    private static final int PROVIDER_HEADER_SIZE = 80;
    private static final int CLASSIC_HEADER_SIZE = 48;
    private static final int MIN_SIZE = 8;
    private static final int EVENT_MARKER = 0xc0;
    private static final int HAS_EXTENDED_ITEMS = 1;
    private static final int IS_32_BIT = 0x20;
    private static final int MAX_GUIDS = 10_000;
    /// Id that marks an unknown thread or process.
    private static final long UNKNOWN_ID = 0xffff_ffffL;

    /// Forms of events.
    enum Form {
        KERNEL,
        PROVIDER,
        CLASSIC,
        OTHER
    }

    private record Guid(long low, long high) {}

    private final Map<Guid, String> guids = new HashMap<>();
    private final EtlPayload header = new EtlPayload();
    final EtlPayload payload = new EtlPayload();
    private EtlBuffer buffer;
    private int position;
    private int size;

    Form form;
    boolean is64;
    /// Event group of a kernel event: the high byte of its hook id.
    int group;

    int opcode;
    int version;
    /// -1 if unknown.
    long tid;

    long pid;
    long time;
    /// Event id; set only for events of providers.
    int id;

    int level;
    int task;
    long keywords;

    /// Activity id of an event of a provider, as a GUID; null if it has none.
    String activity;

    String provider;
    private int schemaOffset;
    private int schemaSize;
    private int traitsOffset;
    private int traitsSize;

    /// Moves to the event at an offset of a buffer; returns false if there is none.
    boolean moveTo(EtlBuffer in, int offset) {
        buffer = in;
        position = offset;
        header.moveTo(in.bytes(), offset, in.end() - offset, true);
        if (!header.has(0, MIN_SIZE)) {
            return false;
        }
        int type = header.ubyte(2);
        boolean isEvent = header.ubyte(3) == EVENT_MARKER;
        boolean isSystem = isEvent && (type >= 1 && type <= 4 || type == 0x10 || type == 0x11);
        size = isSystem ? header.ushort(4) : header.ushort(0);
        if (size < MIN_SIZE || !header.has(0, size)) {
            return false;
        }
        header.moveTo(in.bytes(), offset, size, true);
        form = Form.OTHER;
        tid = -1;
        pid = -1;
        if (isSystem) {
            readSystem(type);
        } else if (isEvent && (type == 0x12 || type == 0x13)) {
            readProvider(type == 0x13);
        } else if (isEvent && (type == 0x0a || type == 0x14)) {
            readClassic(type == 0x14);
        }
        return true;
    }

    /// Returns the offset of the next event: events are aligned to 8 bytes.
    int next() {
        return position + (size + 7 & ~7);
    }

    private void readSystem(int type) {
        form = Form.KERNEL;
        is64 = type == 2 || type == 4 || type == 0x11;
        version = header.ushort(0);
        opcode = header.ubyte(6);
        group = header.ubyte(7);
        int length = COMPACT_HEADER_SIZE;
        if (type >= 0x10) {
            length = PERFINFO_HEADER_SIZE;
            time = header.ulong(8);
        } else {
            length = type <= 2 ? SYSTEM_HEADER_SIZE : COMPACT_HEADER_SIZE;
            tid = normalizeId(header.uint(8));
            pid = normalizeId(header.uint(12));
            time = header.ulong(16);
        }
        moveToPayload(length);
    }

    private void readClassic(boolean has64BitPointers) {
        form = Form.CLASSIC;
        is64 = has64BitPointers;
        opcode = header.ubyte(4);
        level = header.ubyte(5);
        version = header.ushort(6);
        tid = normalizeId(header.uint(8));
        pid = normalizeId(header.uint(12));
        time = header.ulong(16);
        provider = guid(24);
        activity = null;
        schemaSize = 0;
        traitsSize = 0;
        id = opcode;
        task = 0;
        keywords = 0;
        moveToPayload(CLASSIC_HEADER_SIZE);
    }

    private void readProvider(boolean has64BitPointers) {
        form = Form.PROVIDER;
        int flags = header.ushort(4);
        is64 = has64BitPointers && (flags & IS_32_BIT) == 0;
        tid = normalizeId(header.uint(8));
        pid = normalizeId(header.uint(12));
        time = header.ulong(16);
        provider = guid(24);
        id = header.ushort(40);
        version = header.ubyte(42);
        level = header.ubyte(44);
        opcode = header.ubyte(45);
        task = header.ushort(46);
        keywords = header.ulong(48);
        activity = header.ulong(64) == 0 && header.ulong(72) == 0 ? null : guid(64);
        schemaSize = 0;
        traitsSize = 0;
        moveToPayload((flags & HAS_EXTENDED_ITEMS) != 0 ? readItems() : PROVIDER_HEADER_SIZE);
    }

    /// Reads the items of extended data and returns the offset after them.
    private int readItems() {
        int p = PROVIDER_HEADER_SIZE;
        boolean hasMore = true;
        while (hasMore && header.has(p, MIN_SIZE)) {
            int type = header.ushort(p + 2);
            hasMore = (header.ushort(p + 4) & 1) != 0;
            int length = header.ushort(p + 6);
            p += MIN_SIZE;
            if (type == 11) {
                schemaOffset = p;
                schemaSize = length;
            } else if (type == 12) {
                traitsOffset = p;
                traitsSize = length;
            }
            p += length + 7 & ~7;
        }
        return p;
    }

    /// Returns a GUID as a string; cached, because most GUIDs occur in many events.
    private String guid(int offset) {
        if (guids.size() > MAX_GUIDS) {
            guids.clear();
        }
        return guids.computeIfAbsent(
                new Guid(header.ulong(offset), header.ulong(offset + Long.BYTES)), g -> header.guid(offset));
    }

    private static long normalizeId(long idOfTask) {
        return idOfTask == UNKNOWN_ID ? -1 : idOfTask;
    }

    private void moveToPayload(int headerSize) {
        int from = Math.min(headerSize, size);
        payload.moveTo(buffer.bytes(), position + from, size - from, is64);
    }

    /// Moves `schema` to the field descriptions of a self-describing event; returns false if there are none.
    boolean moveToSchema(EtlPayload schema) {
        return form == Form.PROVIDER && moveToItem(schema, schemaOffset, schemaSize);
    }

    /// Moves `traits` to the provider's name and traits; returns false if there are none.
    boolean moveToTraits(EtlPayload traits) {
        return form == Form.PROVIDER && moveToItem(traits, traitsOffset, traitsSize);
    }

    private boolean moveToItem(EtlPayload item, int itemOffset, int length) {
        if (length == 0 || !header.has(itemOffset, length)) {
            return false;
        }
        item.moveTo(buffer.bytes(), position + itemOffset, length, is64);
        return true;
    }
}
