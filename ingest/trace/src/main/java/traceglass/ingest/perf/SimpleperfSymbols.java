package traceglass.ingest.perf;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.foreign.simpleperf.FileFeature;

/// Symbols of the kernel and of binary files that simpleperf stores in its feature sections (`FileFeature` in
/// record_file.proto of simpleperf).
final class SimpleperfSymbols {

    // Values of FileFeature.type.
    private static final int KERNEL = 0;
    private static final int KERNEL_MODULE = 1;
    private static final int ELF = 2;
    private static final int DEX = 3;
    private static final int SYMBOL_MAP = 4;

    private final RecordBytes in;
    private final AddressMap<String> kernel = new AddressMap<>();
    private final Map<String, BinaryFile> files = new HashMap<>();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor inner = new ProtoCursor();

    /// @param loadBias difference between symbol addresses and file offsets
    /// @param isAbsolute whether symbols have memory addresses, like functions compiled at run time
    private record BinaryFile(AddressMap<String> symbols, long loadBias, boolean isAbsolute) {}

    SimpleperfSymbols(RecordBytes in) {
        this.in = in;
    }

    /// Reads the feature FILE2: messages, each preceded by its length.
    void readFileMessages(byte[] b, int start, int end) {
        int offset = start;
        while (end - offset >= Integer.BYTES) {
            long size = in.u32(b, offset);
            if (size > end - offset - Integer.BYTES) {
                return;
            }
            readFile(b, offset + Integer.BYTES, (int) size);
            offset += Integer.BYTES + (int) size;
        }
    }

    private void readFile(byte[] b, int offset, int size) {
        String path = "";
        int type = 0;
        long minAddress = 0;
        long minOffset = 0;
        AddressMap<String> symbols = new AddressMap<>();
        for (cursor.enter(b, offset, size); cursor.next(); ) {
            switch (cursor.field()) {
                case FileFeature.PATH_FIELD_NUMBER -> path = cursor.asString();
                case FileFeature.TYPE_FIELD_NUMBER -> type = cursor.asInt();
                case FileFeature.MIN_VADDR_FIELD_NUMBER -> minAddress = cursor.asLong();
                case FileFeature.SYMBOL_FIELD_NUMBER -> readSymbol(symbols);
                case FileFeature.ELF_FILE_FIELD_NUMBER, FileFeature.KERNEL_MODULE_FIELD_NUMBER -> {
                    for (inner.enter(cursor); inner.next(); ) {
                        if (inner.field() == FileFeature.ElfFile.FILE_OFFSET_OF_MIN_VADDR_FIELD_NUMBER) {
                            minOffset = inner.asLong();
                        }
                    }
                }
                default -> {}
            }
        }
        add(path, type, minAddress - minOffset, symbols);
    }

    private void readSymbol(AddressMap<String> symbols) {
        long address = 0;
        long length = 0;
        String name = "";
        for (inner.enter(cursor); inner.next(); ) {
            switch (inner.field()) {
                case FileFeature.Symbol.VADDR_FIELD_NUMBER -> address = inner.asLong();
                case FileFeature.Symbol.LEN_FIELD_NUMBER -> length = inner.asUint32();
                case FileFeature.Symbol.NAME_FIELD_NUMBER -> name = inner.asString();
                default -> {}
            }
        }
        symbols.putTrimming(address, AddressMap.end(address, length), name);
    }

    /// Reads the older feature FILE: the same information as plain structures, each preceded by its length.
    void readFiles(byte[] b, int start, int end) {
        int offset = start;
        while (end - offset >= Integer.BYTES) {
            long size = in.u32(b, offset);
            if (size > end - offset - Integer.BYTES) {
                return;
            }
            offset += Integer.BYTES;
            readStructure(b, offset, offset + (int) size);
            offset += (int) size;
        }
    }

    private void readStructure(byte[] b, int start, int end) {
        String path = RecordBytes.text(b, start, end);
        int offset = RecordBytes.textEnd(b, start, end) + 1;
        if (end - offset < 16) {
            return;
        }
        int type = in.i32(b, offset);
        long minAddress = in.i64(b, offset + 4);
        long count = in.u32(b, offset + 12);
        offset += 16;
        AddressMap<String> symbols = new AddressMap<>();
        for (long i = 0; i < count && end - offset >= 12; i++) {
            long address = in.i64(b, offset);
            long length = in.u32(b, offset + 8);
            String name = RecordBytes.text(b, offset + 12, end);
            offset = RecordBytes.textEnd(b, offset + 12, end) + 1;
            symbols.putTrimming(address, AddressMap.end(address, length), name);
        }
        long minOffset = 0;
        if ((type == ELF || type == KERNEL_MODULE) && end - offset >= 8) {
            minOffset = in.i64(b, offset);
        }
        add(path, type, minAddress - minOffset, symbols);
    }

    private void add(String path, int type, long loadBias, AddressMap<String> symbols) {
        switch (type) {
            case KERNEL -> symbols.forEach(r -> kernel.putTrimming(r.start(), r.end(), r.value()));
            case ELF, KERNEL_MODULE, DEX, SYMBOL_MAP -> {
                boolean isAbsolute =
                        type == SYMBOL_MAP || path.contains("jit_app_cache") || path.contains("jit_zygote_cache");
                boolean offset = type == ELF || type == KERNEL_MODULE;
                files.putIfAbsent(path, new BinaryFile(symbols, offset ? loadBias : 0, isAbsolute));
            }
            default -> {}
        }
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /// Returns the function at an address of the kernel, or null.
    String kernelFunction(long address) {
        AddressMap.Range<String> range = kernel.find(address);
        return range == null ? null : range.value();
    }

    /// Returns the function at a position in a mapped file, or null.
    ///
    /// @param offset offset in the file, in bytes
    /// @param address memory address of the same position
    String function(String path, long offset, long address) {
        BinaryFile file = files.get(path);
        if (file == null) {
            return null;
        }
        long symbolAddress = (file.isAbsolute ? address : offset) + file.loadBias;
        AddressMap.Range<String> range = file.symbols.find(symbolAddress);
        return range == null ? null : range.value();
    }
}
