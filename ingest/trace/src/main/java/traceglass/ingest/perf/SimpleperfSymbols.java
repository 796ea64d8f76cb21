package traceglass.ingest.perf;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.AddressMap;
import traceglass.protos.foreign.simpleperf.ElfFileDecoder;
import traceglass.protos.foreign.simpleperf.FileFeatureDecoder;
import traceglass.protos.foreign.simpleperf.KernelModuleDecoder;
import traceglass.protos.foreign.simpleperf.SymbolDecoder;

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
        FileFeatureDecoder file = new FileFeatureDecoder();
        file.decode(b, offset, size);
        long minOffset = 0;
        if (file.hasElfFile()) {
            minOffset = file.elfFile(new ElfFileDecoder()).fileOffsetOfMinVaddr();
        } else if (file.hasKernelModule()) {
            minOffset = file.kernelModule(new KernelModuleDecoder()).memoryOffsetOfMinVaddr();
        }
        AddressMap<String> symbols = new AddressMap<>();
        SymbolDecoder symbol = new SymbolDecoder();
        for (int i = 0; i < file.symbolCount(); i++) {
            long address = file.symbol(i, symbol).vaddr();
            long length = Integer.toUnsignedLong(symbol.len());
            symbols.putTrimming(address, AddressMap.end(address, length), symbol.name());
        }
        add(file.path(), file.type(), file.minVaddr() - minOffset, symbols);
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
                boolean hasOffset = type == ELF || type == KERNEL_MODULE;
                files.putIfAbsent(path, new BinaryFile(symbols, hasOffset ? loadBias : 0, isAbsolute));
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
