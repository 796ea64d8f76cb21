package traceglass.ingest.v8;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.tracker.stack.JitCache;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.chrome.InternedV8Isolate;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Isolates of V8, which are instances of the engine in a process, and the memory ranges into which each compiles code.
final class V8Isolates {

    /// Row of a missing isolate, or of one without a code range, which trace processor does not track either.
    static final int NONE = -1;

    private final ImportContext context;
    private final Table table;
    private final Map<Key, Integer> rows = new HashMap<>();
    /// Isolates by their row. The table contains those of all machines, this object only those of one machine.
    private final Map<Integer, Isolate> isolates = new HashMap<>();
    private final Map<Integer, AddressMap<JitCache>> shared = new HashMap<>();

    private record Key(int upid, int isolateId) {}

    private record Isolate(long pid, AddressMap<JitCache> caches) {}

    V8Isolates(ImportContext context) {
        this.context = context;
        table = context.storage().table(TableNames.V8Isolate.TABLE);
    }

    /// Returns the row of an isolate; [#NONE] if it has no code range, which is counted once.
    int row(InternedV8Isolate isolate) {
        int upid = context.processes().process(isolate.getPid() & 0xFFFF_FFFFL);
        Key key = new Key(upid, isolate.getIsolateId());
        Integer existing = rows.get(key);
        if (existing != null) {
            return existing;
        }
        int row = NONE;
        if (isolate.hasCodeRange()) {
            row = add(upid, isolate);
            isolates.put(row, new Isolate(isolate.getPid() & 0xFFFF_FFFFL, caches(upid, isolate)));
        } else {
            context.stats().increment(StatNames.V8_ISOLATE_HAS_NO_CODE_RANGE);
        }
        rows.put(key, row);
        return row;
    }

    private int add(int upid, InternedV8Isolate isolate) {
        InternedV8Isolate.CodeRange range = isolate.getCodeRange();
        int row = table.addRow();
        table.ints(TableNames.V8Isolate.UPID).set(row, upid);
        table.ints(TableNames.V8Isolate.INTERNAL_ISOLATE_ID).set(row, isolate.getIsolateId());
        table.longs(TableNames.V8Isolate.EMBEDDED_BLOB_CODE_START_ADDRESS)
                .set(row, isolate.getEmbeddedBlobCodeStartAddress());
        table.longs(TableNames.V8Isolate.EMBEDDED_BLOB_CODE_SIZE).set(row, isolate.getEmbeddedBlobCodeSize());
        table.longs(TableNames.V8Isolate.CODE_RANGE_BASE_ADDRESS).set(row, range.getBaseAddress());
        table.longs(TableNames.V8Isolate.CODE_RANGE_SIZE).set(row, range.getSize());
        table.longs(TableNames.V8Isolate.SHARED_CODE_RANGE).set(row, range.getIsProcessWide() ? 1 : 0);
        if (range.hasEmbeddedBlobCodeCopyStartAddress()) {
            table.longs(TableNames.V8Isolate.EMBEDDED_BLOB_CODE_COPY_START_ADDRESS)
                    .set(row, range.getEmbeddedBlobCodeCopyStartAddress());
        }
        return row;
    }

    private AddressMap<JitCache> caches(int upid, InternedV8Isolate isolate) {
        if (!isolate.getCodeRange().getIsProcessWide()) {
            return createCodeRange(upid, isolate);
        }
        AddressMap<JitCache> existing = shared.get(upid);
        if (existing == null) {
            existing = createCodeRange(upid, isolate);
            shared.put(upid, existing);
        }
        return existing;
    }

    /// Creates the code range without the part covered by the embedded blob, which holds functions compiled into
    /// the engine.
    private AddressMap<JitCache> createCodeRange(int upid, InternedV8Isolate isolate) {
        StackProfiles stacks = context.stackProfiles();
        AddressMap<JitCache> created = new AddressMap<>();
        long start = isolate.getCodeRange().getBaseAddress();
        long end = AddressMap.end(start, isolate.getCodeRange().getSize());
        if (!isolate.hasEmbeddedBlobCodeStartAddress() || isolate.getEmbeddedBlobCodeSize() == 0) {
            put(created, upid, "v8 code", start, end);
            return created;
        }
        long blobStart = isolate.getEmbeddedBlobCodeStartAddress();
        long blobEnd = AddressMap.end(blobStart, isolate.getEmbeddedBlobCodeSize());
        StackProfiles.Mapping mapping = stacks.userMappingAt(upid, blobStart);
        if (mapping != null
                && mapping.params().start() == blobStart
                && Long.compareUnsigned(blobEnd, mapping.params().end()) <= 0) {
            blobEnd = mapping.params().end();
        }
        put(created, upid, "v8 code", start, min(end, blobStart));
        put(created, upid, "v8 code", max(start, blobEnd), end);
        put(created, upid, "v8 blob", blobStart, blobEnd);
        return created;
    }

    private void put(AddressMap<JitCache> created, int upid, String name, long start, long end) {
        if (Long.compareUnsigned(start, end) < 0) {
            created.putTrimming(start, end, context.stackProfiles().jitCache(name, upid, start, end));
        }
    }

    private static long min(long a, long b) {
        return Long.compareUnsigned(a, b) <= 0 ? a : b;
    }

    private static long max(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }

    /// Returns the pid of an isolate's process.
    long pid(int isolate) {
        return isolates.get(isolate).pid;
    }

    /// Returns the isolate's cache that contains the whole code range, or null.
    JitCache cache(int isolate, long start, long end) {
        AddressMap.Range<JitCache> range = isolates.get(isolate).caches.find(start);
        return range != null && range.contains(start, end) ? range.value() : null;
    }
}
