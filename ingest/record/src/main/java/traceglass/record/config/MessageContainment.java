package traceglass.record.config;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/// Checks whether a message contains all fields of another one.
final class MessageContainment {

    private MessageContainment() {}

    static boolean all(Message whole, Message part) {
        for (Map.Entry<FieldDescriptor, Object> e : part.getAllFields().entrySet()) {
            FieldDescriptor field = e.getKey();
            if (field.isRepeated()) {
                if (!((List<?>) whole.getField(field)).containsAll((List<?>) e.getValue())) {
                    return false;
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                if (!whole.hasField(field) || !all((Message) whole.getField(field), (Message) e.getValue())) {
                    return false;
                }
            } else if (!whole.getField(field).equals(e.getValue())) {
                return false;
            }
        }
        return true;
    }
}
