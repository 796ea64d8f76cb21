package traceglass.service.probe.system;

import java.nio.charset.StandardCharsets;
import traceglass.protos.system.SysStats;
import traceglass.protos.system.SysStats.PsiSample.PsiResource;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// Counters from files of `/proc` with one line per item: free pages, disks, slabs, pressure.
final class TableStats {

    private static final byte[] SOME = "some".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FULL = "full".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOTAL = "total=".getBytes(StandardCharsets.US_ASCII);
    private static final int NS_PER_US = 1000;

    private TableStats() {}

    /// Free pages by node, zone and order, from lines such as `Node 0, zone DMA 1 2 …`.
    static final class FreePages extends PolledText {

        FreePages(FileLoader loader, SystemFolders folders) {
            super(loader, folders.proc("buddyinfo"));
        }

        @Override
        void write(LineCursor text, ProtoWriter out) {
            while (text.nextLine()) {
                if (!text.skipWords(2)) {
                    continue;
                }
                if (text.endsWith(',')) {
                    text.shorten(1);
                }
                int message = out.open(SysStats.BUDDY_INFO_FIELD_NUMBER);
                out.bytes(SysStats.BuddyInfo.NODE_FIELD_NUMBER, text.bytes(), text.start(), text.end());
                if (text.skipWords(2)) {
                    out.bytes(SysStats.BuddyInfo.ZONE_FIELD_NUMBER, text.bytes(), text.start(), text.end());
                }
                while (text.nextWord()) {
                    out.varint(SysStats.BuddyInfo.ORDER_PAGES_FIELD_NUMBER, text.number());
                }
                out.close(message);
            }
        }
    }

    /// Reads, writes, discards and flushes of block devices.
    static final class Disks extends PolledText {

        private static final int FIRST_USED = 5;
        /// Fields of `SysStats.DiskStat` for the columns from the sixth on; 0 for columns that are not
        /// recorded.
        private static final int[] FIELDS = {
            SysStats.DiskStat.READ_SECTORS_FIELD_NUMBER,
            SysStats.DiskStat.READ_TIME_MS_FIELD_NUMBER,
            0,
            0,
            SysStats.DiskStat.WRITE_SECTORS_FIELD_NUMBER,
            SysStats.DiskStat.WRITE_TIME_MS_FIELD_NUMBER,
            0,
            0,
            0,
            0,
            0,
            SysStats.DiskStat.DISCARD_SECTORS_FIELD_NUMBER,
            SysStats.DiskStat.DISCARD_TIME_MS_FIELD_NUMBER,
            SysStats.DiskStat.FLUSH_COUNT_FIELD_NUMBER,
            SysStats.DiskStat.FLUSH_TIME_MS_FIELD_NUMBER
        };

        Disks(FileLoader loader, SystemFolders folders) {
            super(loader, folders.proc("diskstats"));
        }

        @Override
        void write(LineCursor text, ProtoWriter out) {
            while (text.nextLine()) {
                if (!text.skipWords(3)) {
                    continue;
                }
                int message = out.open(SysStats.DISK_STAT_FIELD_NUMBER);
                out.bytes(SysStats.DiskStat.DEVICE_NAME_FIELD_NUMBER, text.bytes(), text.start(), text.end());
                text.skipWords(FIRST_USED - 3);
                for (int i = 0; i < FIELDS.length && text.nextWord(); i++) {
                    if (FIELDS[i] != 0) {
                        out.varint(FIELDS[i], text.number());
                    }
                }
                out.close(message);
            }
        }
    }

    /// Memory of the kernel's slab allocator. Only root can read it.
    static final class Slabs extends PolledText {

        private static final int HEADER_LINES = 2;
        private static final int PAGES = 5;
        private static final int SLABS = 14;

        Slabs(FileLoader loader, SystemFolders folders) {
            super(loader, folders.proc("slabinfo"));
        }

        @Override
        void write(LineCursor text, ProtoWriter out) {
            for (int line = 0; text.nextLine(); line++) {
                if (line < HEADER_LINES || !text.nextWord()) {
                    continue;
                }
                int message = out.open(SysStats.SLAB_INFO_FIELD_NUMBER);
                out.bytes(SysStats.SlabInfo.NAME_FIELD_NUMBER, text.bytes(), text.start(), text.end());
                if (text.skipWords(PAGES)) {
                    out.varint(SysStats.SlabInfo.PAGES_PER_SLAB_FIELD_NUMBER, text.number());
                }
                if (text.skipWords(SLABS - PAGES)) {
                    out.varint(SysStats.SlabInfo.NUM_SLABS_FIELD_NUMBER, text.number());
                }
                out.close(message);
            }
        }
    }

    /// Pressure stall information: time that tasks waited for a resource.
    static final class Pressure extends PolledText {

        private static final int WORDS_BETWEEN_KIND_AND_TOTAL = 3;

        private final PsiResource some;
        private final PsiResource full;

        Pressure(FileLoader loader, byte[] path, PsiResource resource, PsiResource full) {
            super(loader, path);
            this.some = resource;
            this.full = full;
        }

        @Override
        void write(LineCursor text, ProtoWriter out) {
            while (text.nextLine()) {
                if (!text.nextWord()) {
                    continue;
                }
                PsiResource resource = PsiResource.PSI_RESOURCE_UNSPECIFIED;
                if (text.wordEquals(SOME)) {
                    resource = some;
                } else if (text.wordEquals(FULL)) {
                    resource = full;
                }
                int message = out.open(SysStats.PSI_FIELD_NUMBER);
                out.varint(SysStats.PsiSample.RESOURCE_FIELD_NUMBER, resource.getNumber());
                if (text.skipWords(WORDS_BETWEEN_KIND_AND_TOTAL + 1)) {
                    if (text.startsWith(TOTAL)) {
                        text.advance(TOTAL.length);
                    }
                    out.varint(SysStats.PsiSample.TOTAL_NS_FIELD_NUMBER, text.number() * NS_PER_US);
                }
                out.close(message);
            }
        }
    }
}
