package traceglass.ingest.quipper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import traceglass.ingest.collection.LongMap;
import traceglass.protos.foreign.quipper.AuxtraceEventDecoder;
import traceglass.protos.foreign.quipper.AuxtraceInfoEventDecoder;
import traceglass.protos.foreign.quipper.CommEventDecoder;
import traceglass.protos.foreign.quipper.ContextSwitchEventDecoder;
import traceglass.protos.foreign.quipper.EventHeaderDecoder;
import traceglass.protos.foreign.quipper.ForkEventDecoder;
import traceglass.protos.foreign.quipper.ItraceStartEventDecoder;
import traceglass.protos.foreign.quipper.KsymbolEventDecoder;
import traceglass.protos.foreign.quipper.LostEventDecoder;
import traceglass.protos.foreign.quipper.LostSamplesEventDecoder;
import traceglass.protos.foreign.quipper.MMapEventDecoder;
import traceglass.protos.foreign.quipper.PerfEventDecoder;
import traceglass.protos.foreign.quipper.SampleEventDecoder;
import traceglass.protos.foreign.quipper.SampleInfoDecoder;

/// Writes records of the kernel from messages `PerfEvent`.
final class QuipperEvents {

    private static final int MMAP2 = 10;
    private static final int SWITCH_CPU_WIDE = 15;
    private static final int FIRST_USER = 64;
    private static final int AUXTRACE_INFO = 70;
    private static final int AUXTRACE = 71;
    private static final int MISC_MMAP_BUILD_ID = 1 << 14;
    private static final int BUILD_ID_SIZE = 20;

    private final PerfRecordWriter out;
    private final List<QuipperAttr> attrs = new ArrayList<>();
    private final LongMap<QuipperAttr> attrsById = new LongMap<>();
    private final QuipperSample sample;
    private final PerfEventDecoder event = new PerfEventDecoder();
    private final EventHeaderDecoder header = new EventHeaderDecoder();
    private final SampleEventDecoder sampleEvent = new SampleEventDecoder();
    private final MMapEventDecoder mapping = new MMapEventDecoder();
    private final CommEventDecoder comm = new CommEventDecoder();
    private final ForkEventDecoder fork = new ForkEventDecoder();
    private final LostEventDecoder lost = new LostEventDecoder();
    private final LostSamplesEventDecoder lostSamples = new LostSamplesEventDecoder();
    private final ItraceStartEventDecoder itraceStart = new ItraceStartEventDecoder();
    private final ContextSwitchEventDecoder contextSwitch = new ContextSwitchEventDecoder();
    private final KsymbolEventDecoder symbol = new KsymbolEventDecoder();
    private final AuxtraceInfoEventDecoder auxtraceInfo = new AuxtraceInfoEventDecoder();
    private final AuxtraceEventDecoder auxtrace = new AuxtraceEventDecoder();
    private final SampleInfoDecoder info = new SampleInfoDecoder();

    QuipperEvents(PerfRecordWriter out) {
        this.out = out;
        sample = new QuipperSample(out);
    }

    void add(QuipperAttr attr) {
        attrs.add(attr);
        for (int i = 0; i < attr.ids().size(); i++) {
            attrsById.put(attr.ids().get(i), attr);
        }
    }

    List<QuipperAttr> attrs() {
        return attrs;
    }

    private QuipperAttr attr(long id) {
        QuipperAttr existing = attrsById.get(id);
        return existing == null ? attrs.getFirst() : existing;
    }

    /// Writes the record of an encoded event. Records that have no rows are written without their content, so that
    /// they are counted.
    void write(byte[] message) {
        event.decode(message, 0, message.length);
        event.header(header);
        int type = header.type();
        if (type >= FIRST_USER) {
            writeUser(type);
            return;
        }
        out.begin(type, header.misc());
        if (!attrs.isEmpty()) {
            if (event.hasSampleEvent()) {
                event.sampleEvent(sampleEvent);
                sample.write(attr(sampleEvent.id()), sampleEvent);
            } else if (writeContent(type, header.misc())) {
                writeTrailer(attr(info.id()));
            }
        }
        out.end();
    }

    private void writeUser(int type) {
        if (type == AUXTRACE_INFO) {
            out.begin(type, 0);
            out.u32(event.auxtraceInfoEvent(auxtraceInfo).type()).u32(0);
            out.end();
        } else if (type == AUXTRACE) {
            byte[] data = event.auxtraceEvent(auxtrace).traceData();
            out.begin(type, 0);
            out.u64(data.length).u64(0).u64(0).u64(0).u64(0);
            out.end();
            out.bytes(data);
        }
    }

    /// Writes the content of a record other than a sample and reads the fields for its end into [#info]; returns false
    /// if the record has no content.
    private boolean writeContent(int type, int misc) {
        if (event.hasMmapEvent()) {
            event.mmapEvent(mapping).sampleInfo(info);
            writeMapping(type, misc);
        } else if (event.hasCommEvent()) {
            event.commEvent(comm).sampleInfo(info);
            out.u32(comm.pid()).u32(comm.tid()).text(comm.comm()).pad();
        } else if (event.hasForkEvent()) {
            writeFork(event.forkEvent(fork));
        } else if (event.hasExitEvent()) {
            writeFork(event.exitEvent(fork));
        } else if (event.hasLostEvent()) {
            event.lostEvent(lost).sampleInfo(info);
            out.u64(lost.id()).u64(lost.lost());
        } else if (event.hasLostSamplesEvent()) {
            event.lostSamplesEvent(lostSamples).sampleInfo(info);
            out.u64(lostSamples.numLost());
        } else if (event.hasItraceStartEvent()) {
            event.itraceStartEvent(itraceStart).sampleInfo(info);
            out.u32(itraceStart.pid()).u32(itraceStart.tid());
        } else if (event.hasContextSwitchEvent()) {
            event.contextSwitchEvent(contextSwitch).sampleInfo(info);
            if (type == SWITCH_CPU_WIDE) {
                out.u32(contextSwitch.nextPrevPid()).u32(contextSwitch.nextPrevTid());
            }
        } else if (event.hasKsymbolEvent()) {
            event.ksymbolEvent(symbol).sampleInfo(info);
            out.u64(symbol.addr())
                    .u32(symbol.len())
                    .u16(symbol.ksymType())
                    .u16(symbol.flags())
                    .text(symbol.name())
                    .pad();
        } else {
            return false;
        }
        return true;
    }

    private void writeFork(ForkEventDecoder threads) {
        threads.sampleInfo(info);
        out.u32(threads.pid()).u32(threads.ppid()).u32(threads.tid()).u32(threads.ptid());
        out.u64(threads.forkTimeNs());
    }

    private void writeMapping(int type, int misc) {
        out.u32(mapping.pid()).u32(mapping.tid());
        out.u64(mapping.start()).u64(mapping.len()).u64(mapping.pgoff());
        if (type == MMAP2) {
            if ((misc & MISC_MMAP_BUILD_ID) != 0) {
                byte[] id = buildId(mapping.buildId());
                out.u32(id.length).bytes(Arrays.copyOf(id, BUILD_ID_SIZE));
            } else {
                out.u32(mapping.maj()).u32(mapping.min());
                out.u64(mapping.ino()).u64(mapping.inoGeneration());
            }
            out.u32(mapping.prot()).u32(mapping.flags());
        }
        out.text(mapping.filename()).pad();
    }

    private static byte[] buildId(String hex) {
        try {
            byte[] id = HexFormat.of().parseHex(hex);
            return id.length > BUILD_ID_SIZE ? Arrays.copyOf(id, BUILD_ID_SIZE) : id;
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /// Writes the fields at the end of records other than samples.
    private void writeTrailer(QuipperAttr attr) {
        if (!attr.hasTrailer()) {
            return;
        }
        if (attr.has(QuipperAttr.TID)) {
            out.u32(info.pid()).u32(info.tid());
        }
        writeOptional(attr, QuipperAttr.TIME, info.sampleTimeNs());
        writeOptional(attr, QuipperAttr.ID, info.id());
        writeOptional(attr, QuipperAttr.STREAM_ID, info.streamId());
        writeOptional(attr, QuipperAttr.CPU, Integer.toUnsignedLong(info.cpu()));
        writeOptional(attr, QuipperAttr.IDENTIFIER, info.id());
    }

    private void writeOptional(QuipperAttr attr, long bit, long value) {
        if (attr.has(bit)) {
            out.u64(value);
        }
    }
}
