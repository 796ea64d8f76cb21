package traceglass.service.core.packet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.CompressionConfig;
import traceglass.protos.config.TraceConfig.CompressionType;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Compresses the packets of a batch into one packet if the config requests it.
public final class PacketCompressor {

    private PacketCompressor() {}

    /// Returns the packets unchanged, or one packet with all of them if the config requests compression. Zstandard
    /// takes precedence over deflate.
    public static List<byte[]> compress(TraceConfig config, List<byte[]> packets) {
        CompressionConfig compression = config.getCompression();
        boolean deflates =
                compression.hasDeflate() || config.getCompressionType() == CompressionType.COMPRESSION_TYPE_DEFLATE;
        if (packets.isEmpty() || !compression.hasZstd() && !deflates) {
            return packets;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TracePacket.Builder packet = TracePacket.newBuilder();
        try {
            if (compression.hasZstd()) {
                write(packets, new ZstdOutputStream(bytes, level(compression.getZstd())));
                packet.setZstdCompressedPackets(ByteString.copyFrom(bytes.toByteArray()));
            } else {
                write(packets, new DeflaterOutputStream(bytes));
                packet.setCompressedPackets(ByteString.copyFrom(bytes.toByteArray()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(packet.build().toByteArray());
    }

    /// Returns the compression level of the config, clamped to the valid range.
    private static int level(CompressionConfig.Zstd zstd) {
        return zstd.hasLevel()
                ? Math.clamp(zstd.getLevel(), Zstd.minCompressionLevel(), Zstd.maxCompressionLevel())
                : Zstd.defaultCompressionLevel();
    }

    private static void write(List<byte[]> packets, OutputStream compressor) throws IOException {
        try (compressor) {
            for (byte[] packet : packets) {
                compressor.write(framed(packet));
            }
        }
    }

    /// Prepends the tag and the length of `Trace.packet` to a packet.
    static byte[] framed(byte[] packet) {
        byte[] result = new byte[CodedOutputStream.computeByteArraySize(Trace.PACKET_FIELD_NUMBER, packet)];
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(result);
            out.writeByteArray(Trace.PACKET_FIELD_NUMBER, packet);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return result;
    }
}
