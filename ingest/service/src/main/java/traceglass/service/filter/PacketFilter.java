package traceglass.service.filter;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.TraceStats.FilterStats;
import traceglass.protos.config.TraceConfig.TraceFilter;
import traceglass.protos.config.TraceConfig.TraceFilter.StringFilterRule;
import traceglass.protos.trace.Trace;

/// The trace filter of a session, with its statistics. Not thread-safe.
public final class PacketFilter {

    private final TraceFilter config;
    private final FilterProgram program;
    private final StringRules strings;
    private final int root;
    private final long[] discarded;
    private long packets;
    private long bytesIn;
    private long bytesOut;
    private long errors;
    private long timeNs;

    private PacketFilter(TraceFilter config, FilterProgram program, StringRules strings, int root, int buffers) {
        this.config = config;
        this.program = program;
        this.strings = strings;
        this.root = root;
        discarded = new long[buffers];
    }

    /// Loads a filter.
    ///
    /// @param buffers number of buffers of the session
    public static PacketFilter load(TraceFilter config, int buffers) throws InvalidFilter {
        StringRules strings = new StringRules();
        for (StringFilterRule rule : config.getStringFilterChain().getRulesList()) {
            strings.add(rule);
        }
        for (StringFilterRule rule : config.getStringFilterChainV54().getRulesList()) {
            strings.add(rule);
        }
        ByteString bytecode = config.getBytecodeV2().isEmpty() ? config.getBytecode() : config.getBytecodeV2();
        FilterProgram program = FilterProgram.parse(
                bytecode.toByteArray(), config.getBytecodeOverlayV54().toByteArray());
        return new PacketFilter(config, program, strings, program.root(Trace.PACKET_FIELD_NUMBER), buffers);
    }

    /// Returns the same filter with empty statistics.
    public PacketFilter forClone() {
        return new PacketFilter(config, program, strings, root, discarded.length);
    }

    /// Filters a packet. A malformed packet becomes empty.
    ///
    /// @param buffer index of the buffer from which it was read, or -1
    public byte[] apply(byte[] packet, int buffer) {
        long start = System.nanoTime();
        byte[] result = filtered(packet);
        packets++;
        bytesIn += packet.length;
        if (result == null) {
            errors++;
            result = new byte[0];
        }
        bytesOut += result.length;
        if (buffer >= 0) {
            discarded[buffer] += packet.length - result.length;
        }
        timeNs += System.nanoTime() - start;
        return result;
    }

    private byte @Nullable [] filtered(byte[] packet) {
        try {
            return new MessageFilter(program, strings, packet).run(root);
        } catch (StackOverflowError e) {
            return null; // Backtracking of a pattern on a very long string.
        }
    }

    /// Counts a packet that bypasses the filter.
    public void countUnfiltered(byte[] packet) {
        packets++;
        bytesIn += packet.length;
        bytesOut += packet.length;
    }

    public FilterStats stats() {
        FilterStats.Builder stats = FilterStats.newBuilder()
                .setInputPackets(packets)
                .setInputBytes(bytesIn)
                .setOutputBytes(bytesOut)
                .setErrors(errors)
                .setTimeTakenNs(timeNs);
        for (long bytes : discarded) {
            stats.addBytesDiscardedPerBuffer(bytes);
        }
        return stats.build();
    }
}
