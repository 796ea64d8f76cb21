package traceglass.ingest.spans.otlp;

import static traceglass.ingest.spans.otlp.OtlpAttributeTrees.hex;
import static traceglass.ingest.spans.otlp.OtlpAttributeTrees.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import traceglass.protos.foreign.otlp.AnyValueDecoder;
import traceglass.protos.foreign.otlp.DictionaryLinkDecoder;
import traceglass.protos.foreign.otlp.FunctionDecoder;
import traceglass.protos.foreign.otlp.KeyValueAndUnitDecoder;
import traceglass.protos.foreign.otlp.LineDecoder;
import traceglass.protos.foreign.otlp.LocationDecoder;
import traceglass.protos.foreign.otlp.MappingDecoder;
import traceglass.protos.foreign.otlp.ProfileDecoder;
import traceglass.protos.foreign.otlp.ProfilesDictionaryDecoder;
import traceglass.protos.foreign.otlp.SampleDecoder;
import traceglass.protos.foreign.otlp.StackDecoder;
import traceglass.protos.foreign.otlp.ValueTypeDecoder;

/// Reads profiles of OTLP as protobuf into the same maps that [traceglass.ingest.text.JsonTree] creates from the
/// equivalent JSON.
final class OtlpProfileTrees {

    private final ProfileDecoder profile = new ProfileDecoder();
    private final ValueTypeDecoder type = new ValueTypeDecoder();
    private final SampleDecoder sample = new SampleDecoder();
    private final ProfilesDictionaryDecoder dictionary = new ProfilesDictionaryDecoder();
    private final MappingDecoder mapping = new MappingDecoder();
    private final LocationDecoder location = new LocationDecoder();
    private final LineDecoder line = new LineDecoder();
    private final FunctionDecoder function = new FunctionDecoder();
    private final DictionaryLinkDecoder link = new DictionaryLinkDecoder();
    private final KeyValueAndUnitDecoder attribute = new KeyValueAndUnitDecoder();
    private final AnyValueDecoder value = new AnyValueDecoder();
    private final StackDecoder stack = new StackDecoder();

    void readProfile(byte[] bytes, int from, int size, OtlpProfiles profiles) {
        profile.decode(bytes, from, size);
        profiles.set("sampleType", type(profile.sampleType(type)));
        profiles.set("periodType", type(profile.periodType(type)));
        for (int i = 0; i < profile.samplesCount(); i++) {
            profiles.addSample(sample(profile.samples(i, sample)));
        }
    }

    private static Map<String, Object> type(ValueTypeDecoder decoded) {
        Map<String, Object> tree = tree("typeStrindex", (long) decoded.typeStrindex());
        tree.put("unitStrindex", (long) decoded.unitStrindex());
        return tree;
    }

    private static Map<String, Object> sample(SampleDecoder decoded) {
        Map<String, Object> tree = tree("stackIndex", (long) decoded.stackIndex());
        tree.put("attributeIndices", numbers(decoded.attributeIndicesCount(), decoded::attributeIndices));
        tree.put("linkIndex", (long) decoded.linkIndex());
        tree.put("values", numbers(decoded.valuesCount(), decoded::values));
        tree.put("timestampsUnixNano", numbers(decoded.timestampsUnixNanoCount(), decoded::timestampsUnixNano));
        return tree;
    }

    private static List<Object> numbers(int count, IntToLongFunction number) {
        List<Object> numbers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            numbers.add(number.applyAsLong(i));
        }
        return numbers;
    }

    /// Reads the tables that the profiles of a message share.
    void readDictionary(byte[] bytes, int from, int size, OtlpReader reader) {
        dictionary.decode(bytes, from, size);
        for (int i = 0; i < dictionary.mappingTableCount(); i++) {
            reader.readDictionaryEntry("mappingTable", mapping(dictionary.mappingTable(i, mapping)));
        }
        for (int i = 0; i < dictionary.locationTableCount(); i++) {
            reader.readDictionaryEntry("locationTable", location(dictionary.locationTable(i, location)));
        }
        for (int i = 0; i < dictionary.functionTableCount(); i++) {
            reader.readDictionaryEntry("functionTable", function(dictionary.functionTable(i, function)));
        }
        for (int i = 0; i < dictionary.linkTableCount(); i++) {
            reader.readDictionaryEntry("linkTable", link(dictionary.linkTable(i, link)));
        }
        for (int i = 0; i < dictionary.stringTableCount(); i++) {
            reader.readDictionaryEntry("stringTable", dictionary.stringTable(i));
        }
        for (int i = 0; i < dictionary.attributeTableCount(); i++) {
            reader.readDictionaryEntry("attributeTable", attribute(dictionary.attributeTable(i, attribute)));
        }
        for (int i = 0; i < dictionary.stackTableCount(); i++) {
            dictionary.stackTable(i, stack);
            List<Object> locations = numbers(stack.locationIndicesCount(), stack::locationIndices);
            reader.readDictionaryEntry("stackTable", tree("locationIndices", locations));
        }
    }

    private static Map<String, Object> mapping(MappingDecoder decoded) {
        Map<String, Object> tree = tree("memoryStart", decoded.memoryStart());
        tree.put("memoryLimit", decoded.memoryLimit());
        tree.put("fileOffset", decoded.fileOffset());
        tree.put("filenameStrindex", (long) decoded.filenameStrindex());
        tree.put("attributeIndices", numbers(decoded.attributeIndicesCount(), decoded::attributeIndices));
        return tree;
    }

    private Map<String, Object> location(LocationDecoder decoded) {
        Map<String, Object> tree = tree("mappingIndex", (long) decoded.mappingIndex());
        tree.put("address", decoded.address());
        List<Object> lines = new ArrayList<>(decoded.linesCount());
        for (int i = 0; i < decoded.linesCount(); i++) {
            decoded.lines(i, line);
            Map<String, Object> inlined = tree("functionIndex", (long) line.functionIndex());
            inlined.put("line", line.line());
            lines.add(inlined);
        }
        tree.put("lines", lines);
        tree.put("attributeIndices", numbers(decoded.attributeIndicesCount(), decoded::attributeIndices));
        return tree;
    }

    private static Map<String, Object> function(FunctionDecoder decoded) {
        Map<String, Object> tree = tree("nameStrindex", (long) decoded.nameStrindex());
        tree.put("filenameStrindex", (long) decoded.filenameStrindex());
        return tree;
    }

    private static Map<String, Object> link(DictionaryLinkDecoder decoded) {
        Map<String, Object> tree = tree("traceId", hex(decoded, decoded.traceIdOffset(), decoded.traceIdLength()));
        tree.put("spanId", hex(decoded, decoded.spanIdOffset(), decoded.spanIdLength()));
        return tree;
    }

    private Map<String, Object> attribute(KeyValueAndUnitDecoder decoded) {
        Map<String, Object> tree = tree("keyStrindex", (long) decoded.keyStrindex());
        tree.put("value", OtlpAttributeTrees.value(decoded.value(value)));
        return tree;
    }
}
