package traceglass.ingest.nativeheap;

import java.io.IOException;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;

/// Records of single allocations in a memray recording. Version 11 has a type and flags of four bits each; later
/// versions encode the type in the highest bits and refer to recent addresses by number.
final class MemrayAllocations {

    private static final int RECENT = 15;
    private static final int MAX_STACK_DEPTH = 1 << 20;
    private static final int MAX_LINES = 1 << 16;
    private static final long MAX_SIZE = 1L << 48;
    /// Numbers of the allocators in version 11, in the order of version 12.
    private static final int[] VERSION_11_ALLOCATORS = {0, 6, 5, 8, 7, 9, 10, 11, 12, 13, 14, 15, 2, 3, 4, 1};
    private static final int PYTHON_FREE = 1;
    private static final int FREE = 5;
    private static final int UNMAP = 15;

    private final MemrayInput in;
    private final MemrayHeader header;
    private final MemrayFrames frames;
    private final HeapTimeline heap;
    private final LongMap<GrowingInts> stacks = new LongMap<>();
    private final long[] recent = new long[RECENT];
    private final LongIntMap blocks = new LongIntMap();
    private final GrowingLongs sizes = new GrowingLongs();
    private final GrowingInts sites = new GrowingInts();
    private final GrowingInts unused = new GrowingInts();
    private GrowingInts stack = new GrowingInts();
    private long address;
    /// Address read last, in units of 8 bytes.
    private long addressWord;
    private long frameId;
    private long line;

    MemrayAllocations(MemrayInput in, MemrayHeader header, MemrayFrames frames, HeapTimeline heap) {
        this.in = in;
        this.header = header;
        this.frames = frames;
        this.heap = heap;
        stacks.put(0, stack);
    }

    /// Reads all records. Returns false at a record of an unknown type.
    boolean read() throws IOException {
        for (int b = in.readOrEnd(); b >= 0; b = in.readOrEnd()) {
            Next next = header.version() < MemrayHeader.COMPACT ? readOld(b & 15, b >> 4) : readCompact(b);
            if (next != Next.CONTINUE) {
                return next == Next.END;
            }
        }
        return true;
    }

    /// Whether to continue after a record.
    private enum Next {
        CONTINUE,
        END,
        UNKNOWN
    }

    private Next readOld(int type, int flags) throws IOException {
        switch (type) {
            case 0 -> {
                return flags == 1 ? Next.END : Next.UNKNOWN;
            }
            case 1, 2 -> {
                address += in.signedVarint();
                int allocator = VERSION_11_ALLOCATORS[flags];
                long size = type == 2 || !isFree(allocator) ? in.varint() : 0;
                if (type == 2) {
                    in.signedVarint();
                }
                addAllocation(allocator, address, size);
            }
            case 3 -> {
                frameId += in.signedVarint();
                String name = in.text();
                String file = in.text();
                line += in.signedVarint();
                frames.addFrame(frameId, name, file, line);
            }
            case 4 -> {
                frameId += in.signedVarint();
                push(frames.frame(frameId));
            }
            case 9 -> pop(flags + 1);
            case 11 -> readMemory();
            default -> {
                return readCommon(type) ? Next.CONTINUE : Next.UNKNOWN;
            }
        }
        return Next.CONTINUE;
    }

    private Next readCompact(int b) throws IOException {
        if (b >= 128) {
            readAddress(b >> 3 & 15);
            int allocator = (b & 7) == 0 ? in.u1() : b & 7;
            if (header.hasNative() && !isFree(allocator)) {
                in.signedVarint();
            }
            addAllocation(allocator, address, isFree(allocator) ? 0 : in.varint());
        } else if (b >= 64) {
            long code = in.varint();
            push(frames.frame(code, in.signedVarint()));
        } else if (b >= 32) {
            // Creation or destruction of an object, which is part of an allocation.
            readAddress(b >> 1 & 15);
            if (header.hasNative() && (b & 1) != 0) {
                in.signedVarint();
            }
        } else if (b >= 16) {
            pop((b & 15) + 1);
        } else {
            switch (b) {
                case 0 -> {}
                case 1 -> {
                    return Next.END;
                }
                case 2 -> readMemory();
                case 14 -> {
                    long id = in.varint();
                    String name = in.text();
                    String file = in.text();
                    line += in.signedVarint();
                    frames.addCode(id, name, file, line, in.bytes(in.varint(), MAX_LINES));
                }
                default -> {
                    return readCommon(b) ? Next.CONTINUE : Next.UNKNOWN;
                }
            }
        }
        return Next.CONTINUE;
    }

    /// Reads a record that is the same in all versions; returns false if its type is unknown.
    private boolean readCommon(int type) throws IOException {
        if (type == 12) {
            stack = stacks.computeIfAbsent(in.s8(), t -> new GrowingInts());
            return true;
        }
        return in.skipRecord(type);
    }

    private void readAddress(int index) throws IOException {
        if (index < RECENT) {
            address = recent[index];
            return;
        }
        // The delta is relative to the address read last, not to an address taken from the recent ones.
        addressWord += in.signedVarint();
        address = addressWord << 3;
        System.arraycopy(recent, 0, recent, 1, RECENT - 1);
        recent[0] = address;
    }

    private static boolean isFree(int allocator) {
        return allocator == FREE || allocator == PYTHON_FREE;
    }

    private void push(int frame) {
        if (stack.size() < MAX_STACK_DEPTH) {
            stack.add(frames.callsite(stack.isEmpty() ? -1 : stack.get(stack.size() - 1), frame));
        }
    }

    private void pop(int count) {
        for (int i = 0; i < count && !stack.isEmpty(); i++) {
            stack.removeLast();
        }
    }

    private void readMemory() throws IOException {
        long rss = in.varint();
        heap.setTime(in.varint());
        if (rss >= 0) {
            heap.setRss(rss);
        }
    }

    private void addAllocation(int allocator, long address, long bytes) {
        long size = Math.clamp(bytes, 0, MAX_SIZE);
        if (isFree(allocator) || allocator == UNMAP) {
            free(address, allocator == UNMAP ? size : 0);
            return;
        }
        // A block at the same address was released, but the release was not recorded.
        free(address, 0);
        int site = stack.isEmpty() ? frames.root() : stack.get(stack.size() - 1);
        int slot = unused.isEmpty() ? sizes.size() : unused.removeLast();
        if (slot == sizes.size()) {
            sizes.add(size);
            sites.add(site);
        } else {
            sizes.set(slot, size);
            sites.set(slot, site);
        }
        blocks.put(address, slot);
        heap.allocate(site, size);
    }

    /// Releases a block, or the given number of bytes at its start.
    ///
    /// @param bytes number of bytes, 0 for all
    private void free(long address, long bytes) {
        int slot = blocks.get(address);
        if (slot == LongIntMap.NONE) {
            return;
        }
        long size = sizes.get(slot);
        blocks.remove(address);
        if (bytes > 0 && bytes < size) {
            heap.shrink(sites.get(slot), bytes);
            sizes.set(slot, size - bytes);
            blocks.put(address + bytes, slot);
            return;
        }
        heap.free(sites.get(slot), size);
        unused.add(slot);
    }
}
