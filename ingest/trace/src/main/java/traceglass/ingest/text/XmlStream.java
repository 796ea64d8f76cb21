package traceglass.ingest.text;

import java.util.List;
import javax.xml.stream.XMLInputFactory;

/// Readers of XML files of any size.
public final class XmlStream {

    /// JDK limits on document size that are lifted, because real files exceed them. Entity expansion is disabled
    /// anyway.
    private static final List<String> NO_LIMITS = List.of(
            "jdk.xml.entityExpansionLimit",
            "jdk.xml.totalEntitySizeLimit",
            "jdk.xml.maxGeneralEntitySizeLimit",
            "jdk.xml.maxElementDepth",
            "jdk.xml.entityReplacementLimit");

    private XmlStream() {}

    /// Returns a factory whose readers resolve only the predefined XML entities and read no other files.
    public static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        for (String limit : NO_LIMITS) {
            if (factory.isPropertySupported(limit)) {
                factory.setProperty(limit, 0);
            }
        }
        return factory;
    }
}
