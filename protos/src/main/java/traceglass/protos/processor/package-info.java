/// Remote calls to a trace processor, structured queries and trace summaries.
package traceglass.protos.processor;
