package traceglass.ingest.open;

import java.util.List;
import traceglass.ingest.Importer;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.ingest.perfetto.SymbolsImporter;
import traceglass.ingest.pprof.PprofImporter;
import traceglass.ingest.quipper.QuipperImporter;
import traceglass.ingest.spans.otlp.OtlpProtoImporter;
import traceglass.ingest.systrace.SystraceImporter;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.xplane.XplaneImporter;
import traceglass.protos.decoder.MessageDecoder;

/// Formats of protobuf messages whose first field is a message, as in Perfetto traces. Other formats begin with a
/// magic number or are text, so a file that begins like a message is recognized without loading the importers of all
/// formats.
final class ProtobufFormats {

    /// Tag of a first field that is a message. In text, it is a line feed.
    private static final byte TAG = 1 << 3 | MessageDecoder.BYTES;
    /// Number of bytes checked to distinguish messages from text: the tag, the length of the message, and the
    /// start of its fields. In a message, one of these bytes is a control character or not ASCII.
    private static final int START = 8;

    /// Importers that may accept such a file, in order of priority. Includes systrace, which may start anywhere
    /// in the first bytes.
    static final List<Importer> ALL = List.of(
            new SystraceImporter(),
            new SymbolsImporter(),
            new XplaneImporter(),
            new OtlpProtoImporter(),
            new QuipperImporter(),
            new PprofImporter(),
            new PerfettoImporter());

    private ProtobufFormats() {}

    /// Returns whether bytes begin with a message in field 1 and not like text.
    static boolean mayBeMessage(byte[] head) {
        return head.length > START && head[0] == TAG && !startsLikeText(head) && TextHead.isBinary(head);
    }

    private static boolean startsLikeText(byte[] head) {
        for (int i = 1; i < START; i++) {
            if (head[i] < '\t' || head[i] > '\r' && head[i] < ' ') {
                return false;
            }
        }
        return true;
    }
}
