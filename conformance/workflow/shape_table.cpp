#include "conformance/workflow/shape_table.hpp"

#include "spec/base/check.hpp"

#include <algorithm>

namespace plumbline::workflow {

const std::vector<ObjectShape>& object_shapes() {  // NOLINT(readability-function-size): a table
    using F = Form;
    using K = Kind;
    constexpr auto kOptional = Need::kOptional;
    constexpr auto kRequired = Need::kRequired;
    constexpr auto kExpected = Need::kExpected;
    constexpr bool kSince11 = true;
    static const std::vector<ObjectShape> kShapes{
        {K::kDocument,
         "document",
         false,
         {{"arazzo", F::kText, kRequired},
          {"$self", F::kText, kOptional, K::kNone, kSince11},
          {"info", F::kObject, kExpected, K::kInfo},
          {"sourceDescriptions", F::kList, kRequired, K::kSource},
          {"workflows", F::kList, kRequired, K::kWorkflow},
          {"components", F::kObject, kOptional, K::kComponents}}},
        {K::kInfo,
         "info",
         false,
         {{"title", F::kProse, kExpected},
          {"summary", F::kProse},
          {"description", F::kProse},
          {"version", F::kProse, kExpected}}},
        {K::kSource,
         "source description",
         false,
         {{"name", F::kText, kRequired}, {"url", F::kText, kRequired}, {"type", F::kText}}},
        {K::kWorkflow,
         "workflow",
         false,
         {{"workflowId", F::kText, kRequired},
          {"summary", F::kProse},
          {"description", F::kProse},
          {"inputs", F::kSchema},
          {"dependsOn", F::kTexts},
          {"steps", F::kList, kRequired, K::kStep},
          {"successActions", F::kList, kOptional, K::kSuccessAction},
          {"failureActions", F::kList, kOptional, K::kFailureAction},
          {"outputs", F::kOutputs},
          {"parameters", F::kList, kOptional, K::kParameter},
          {"x-ct-name", F::kText}}},
        {K::kStep,
         "step",
         false,
         {{"stepId", F::kText, kRequired},
          {"description", F::kProse},
          {"operationId", F::kText},
          {"operationPath", F::kText},
          {"workflowId", F::kText},
          {"channelPath", F::kUnsupported, kOptional, K::kNone, kSince11},
          {"action", F::kUnsupported, kOptional, K::kNone, kSince11},
          {"correlationId", F::kUnsupported, kOptional, K::kNone, kSince11},
          {"timeout", F::kInteger, kOptional, K::kNone, kSince11},
          {"dependsOn", F::kTexts, kOptional, K::kNone, kSince11},
          {"parameters", F::kList, kOptional, K::kParameter},
          {"requestBody", F::kObject, kOptional, K::kBody},
          {"successCriteria", F::kList, kOptional, K::kCriterion},
          {"onSuccess", F::kList, kOptional, K::kSuccessAction},
          {"onFailure", F::kList, kOptional, K::kFailureAction},
          {"outputs", F::kOutputs},
          {"x-ct-verifies", F::kTexts},
          {"x-ct-observe", F::kList, kOptional, K::kObservation},
          {"x-ct-finally", F::kTrue},
          {"x-ct-sse", F::kUnsupported},
          {"x-ct-background", F::kUnsupported}}},
        {K::kParameter,
         "parameter",
         true,
         {{"name", F::kText, kRequired}, {"in", F::kText}, {"value", F::kAny, kRequired}}},
        {K::kBody,
         "requestBody",
         false,
         {{"contentType", F::kText},
          {"payload", F::kAny},
          {"replacements", F::kList, kOptional, K::kReplacement}}},
        {K::kReplacement,
         "replacement",
         false,
         {{"target", F::kText, kRequired},
          {"targetSelectorType", F::kTypeOrText, kOptional, K::kNone, kSince11},
          {"value", F::kAny, kRequired}}},
        {K::kCriterion,
         "criterion",
         false,
         {{"context", F::kText},
          {"condition", F::kText, kRequired},
          {"type", F::kTypeOrText},
          {"x-ct-verifies", F::kTexts},
          {"x-ct-observe", F::kObject, kOptional, K::kTelling}}},
        {K::kTelling,
         "x-ct-observe of a criterion",
         false,
         {{"requirement", F::kText, kRequired}, {"value", F::kAny, kRequired}}},
        {K::kObservation,
         "observation",
         false,
         {{"question", F::kText, kRequired},
          {"note", F::kProse},
          {"context", F::kText},
          {"condition", F::kText, kRequired},
          {"type", F::kTypeOrText}}},
        {K::kSuccessAction,
         "success action",
         true,
         {{"name", F::kText, kExpected},
          {"type", F::kText, kRequired},
          {"workflowId", F::kText},
          {"stepId", F::kText},
          {"parameters", F::kUnsupported, kOptional, K::kNone, kSince11},
          {"criteria", F::kList, kOptional, K::kCriterion},
          {"x-ct-skip", F::kText}}},
        {K::kFailureAction,
         "failure action",
         true,
         {{"name", F::kText, kExpected},
          {"type", F::kText, kRequired},
          {"workflowId", F::kText},
          {"stepId", F::kText},
          {"retryAfter", F::kNumber},
          {"retryLimit", F::kInteger},
          {"parameters", F::kUnsupported, kOptional, K::kNone, kSince11},
          {"criteria", F::kList, kOptional, K::kCriterion},
          {"x-ct-skip", F::kText}}},
        {K::kComponents,
         "components",
         false,
         {{"inputs", F::kSchemas},
          {"parameters", F::kMap, kOptional, K::kParameter},
          {"successActions", F::kMap, kOptional, K::kSuccessAction},
          {"failureActions", F::kMap, kOptional, K::kFailureAction}}},
        {K::kReusable,
         "reusable object",
         false,
         {{"reference", F::kText, kRequired}, {"value", F::kAny}}},
    };
    return kShapes;
}

const MemberShape* ObjectShape::find(std::string_view key) const {
    const auto found = std::find_if(
        members.begin(), members.end(), [&](const MemberShape& shape) { return shape.key == key; });
    return found == members.end() ? nullptr : &*found;
}

const ObjectShape& shape_of(Kind kind) {
    for (const ObjectShape& shape : object_shapes()) {
        if (shape.kind == kind) return shape;
    }
    PLUMBLINE_CHECK(false, "every kind has a row in the table");
    return object_shapes().front();
}

}  // namespace plumbline::workflow
