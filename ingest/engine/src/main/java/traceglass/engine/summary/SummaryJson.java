package traceglass.engine.summary;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Writes a summary in protobuf's JSON format: names in camel case, 64-bit integers as strings.
public final class SummaryJson {

    private final JsonGenerator out;

    private SummaryJson(JsonGenerator out) {
        this.out = out;
    }

    public static String of(Message summary) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            out.useDefaultPrettyPrinter();
            new SummaryJson(out).writeMessage(summary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private void writeMessage(Message message) throws IOException {
        out.writeStartObject();
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            out.writeFieldName(field.getKey().getJsonName());
            if (field.getKey().isRepeated()) {
                out.writeStartArray();
                for (Object value : (List<?>) field.getValue()) {
                    writeValue(value);
                }
                out.writeEndArray();
            } else {
                writeValue(field.getValue());
            }
        }
        out.writeEndObject();
    }

    private void writeValue(Object value) throws IOException {
        switch (value) {
            case Message inner -> writeMessage(inner);
            case EnumValueDescriptor constant -> out.writeString(constant.getName());
            case Boolean b -> out.writeBoolean(b);
            case Integer n -> out.writeNumber(n);
            case Double d when d.isNaN() || d.isInfinite() -> out.writeString(d.toString());
            case Double d -> out.writeNumber(d);
            case ByteString bytes -> out.writeString(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            default -> out.writeString(value.toString());
        }
    }
}
