package traceglass.convert.perfetto;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Finds fields of a message, at any depth, that are not in its schema.
public final class UnknownFields {

    private UnknownFields() {}

    /// Returns the message types and field numbers of unknown fields.
    public static List<String> in(Message message) {
        List<String> found = new ArrayList<>();
        collect(message, found);
        return found;
    }

    private static void collect(Message message, List<String> found) {
        for (int number : message.getUnknownFields().asMap().keySet()) {
            String field = message.getDescriptorForType().getName() + "." + number;
            if (!found.contains(field)) {
                found.add(field);
            }
        }
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            if (field.getKey().getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                continue;
            }
            if (field.getValue() instanceof List<?> list) {
                list.forEach(m -> collect((Message) m, found));
            } else {
                collect((Message) field.getValue(), found);
            }
        }
    }
}
