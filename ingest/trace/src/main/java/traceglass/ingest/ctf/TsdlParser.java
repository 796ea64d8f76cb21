package traceglass.ingest.ctf;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Reads the metadata of CTF 1.8 (diamon.org/ctf, section 7).
final class TsdlParser {

    private final TsdlTokens in;
    private final TsdlTypes types;
    private final CtfTrace trace = new CtfTrace();
    private int problems;

    private TsdlParser(String text) {
        in = new TsdlTokens(text);
        types = new TsdlTypes(in);
        trace.isBigEndian = types.isBigEndian();
    }

    /// Reads metadata; unsupported or invalid parts are skipped.
    ///
    /// @param onProblem receives the reason for each skipped part
    static CtfTrace parse(String text, Consumer<String> onProblem) {
        TsdlParser parser = new TsdlParser(text);
        while (parser.in.hasNext()) {
            try {
                parser.parseStatement();
            } catch (IOException e) {
                onProblem.accept(e.getMessage());
                parser.in.skipStatement();
                parser.types.reset();
                if (++parser.problems > 1000) {
                    break;
                }
            }
        }
        return parser.trace;
    }

    private void parseStatement() throws IOException {
        if (in.consumeIf(";") || types.parseDefinition()) {
            return;
        }
        String kind = in.consume();
        if (!in.peek().equals("{")) {
            throw new IOException("unknown statement '" + kind + "'");
        }
        in.expect("{");
        Map<String, CtfType.Struct> structs = new HashMap<>();
        Map<String, String> values = new HashMap<>();
        parseBlock(structs, values);
        in.consumeIf(";");
        switch (kind) {
            case "trace" -> trace.packetHeader = structs.get("packet.header");
            case "env" -> trace.environment.putAll(values);
            case "clock" -> addClock(values);
            case "stream" -> {
                CtfTrace.Stream stream = trace.stream(TsdlTypes.parseNumber(values.getOrDefault("id", "0")));
                stream.packetContext = structs.get("packet.context");
                stream.eventHeader = structs.get("event.header");
                stream.eventContext = structs.get("event.context");
            }
            case "event" -> {
                CtfTrace.Event event = new CtfTrace.Event();
                event.id = TsdlTypes.parseNumber(values.getOrDefault("id", "0"));
                event.streamId = TsdlTypes.parseNumber(values.getOrDefault("stream_id", "0"));
                event.name = values.getOrDefault("name", "event " + event.id);
                event.context = structs.get("context");
                event.fields = structs.get("fields");
                trace.add(event);
            }
            default -> {}
        }
    }

    /// Reads a block up to its closing brace: definitions, values and types of scopes.
    private void parseBlock(Map<String, CtfType.Struct> structs, Map<String, String> values) throws IOException {
        types.enter();
        while (!in.consumeIf("}")) {
            if (in.consumeIf(";") || types.parseDefinition()) {
                continue;
            }
            StringBuilder key = new StringBuilder();
            while (!in.peek().equals("=") && !in.peek().equals(":=")) {
                String token = in.consume();
                key.append(token.startsWith("\"") ? token.substring(1) : token);
            }
            if (in.consumeIf(":=")) {
                if (types.parseType(null) instanceof CtfType.Struct struct) {
                    structs.put(key.toString(), struct);
                }
            } else {
                in.expect("=");
                StringBuilder value = new StringBuilder();
                while (!in.peek().equals(";") && !in.peek().equals("}")) {
                    String token = in.consume();
                    value.append(token.startsWith("\"") ? token.substring(1) : token);
                }
                values.put(key.toString(), value.toString());
            }
        }
        types.leave();
    }

    private void addClock(Map<String, String> values) {
        CtfTrace.Clock clock = new CtfTrace.Clock();
        clock.name = values.getOrDefault("name", "");
        clock.frequency = TsdlTypes.parseNumber(values.getOrDefault("freq", "1000000000"));
        clock.offsetSeconds = TsdlTypes.parseNumber(values.getOrDefault("offset_s", "0"));
        clock.offsetCycles = TsdlTypes.parseNumber(values.getOrDefault("offset", "0"));
        clock.isUnixEpoch = clock.offsetSeconds != 0
                || clock.offsetCycles != 0
                || values.getOrDefault("absolute", "false").equalsIgnoreCase("true");
        trace.clocks.put(clock.name, clock);
    }
}
