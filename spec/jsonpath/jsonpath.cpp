#include "spec/jsonpath/jsonpath.hpp"

#include "spec/base/text.hpp"
#include "spec/jsonpath/evaluation.hpp"
#include "spec/jsonpath/jsonpath_error.hpp"
#include "spec/jsonpath/node_traversal.hpp"
#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>

#include <utility>

namespace plumbline {

namespace {

/// Returns the Error of an evaluation that exceeded a limit.
tl::unexpected<Error> limit_error(const jsonpath::EvaluationBudget& meter,
                                  const std::string& query) {
    Error error = *meter.error();
    error.notes.push_back("query: " + jsonpath::backquoted(query));
    return fail(std::move(error));
}

}  // namespace

struct JsonPath::CompiledQuery {
    std::string text;
    jsonpath::JsonPathQuery query;
    std::vector<std::string> warnings;
};

Result<JsonPath> JsonPath::compile(std::string_view text) {
    if (const std::size_t valid = utf8_prefix(text).size(); valid < text.size()) {
        return fail(jsonpath::to_error(
            {valid, "a byte that is not UTF-8; write the query in UTF-8"}, text));
    }
    if (text.size() > jsonpath::kMaxQueryBytes) {
        return fail(jsonpath::to_error({jsonpath::kMaxQueryBytes,
                                        fmt::format("a query of {} bytes; at most {} are allowed",
                                                    text.size(),
                                                    jsonpath::kMaxQueryBytes),
                                        ErrorCode::kLimit},
                                       text));
    }
    jsonpath::JsonPathReader reader(text);
    auto compiled = std::make_shared<CompiledQuery>();
    compiled->text = text;
    compiled->query = jsonpath::parse_query(reader);
    if (reader.error()) return fail(jsonpath::to_error(*reader.error(), text));
    for (const jsonpath::JsonPathError& remark : reader.patterns().warnings) {
        compiled->warnings.push_back(jsonpath::message_with_column(remark, text));
    }
    JsonPath path;
    path.compiled_ = std::move(compiled);
    return path;
}

Result<NodeList> JsonPath::select(const Json& root, const JsonPathLimits& limits) const {
    jsonpath::QueryEvaluation evaluation(root, limits);
    jsonpath::NodeTraversal walk(compiled_->query, root, evaluation);
    auto locations = std::make_shared<std::vector<NodeLocation>>();
    NodeList nodes;
    while (walk.next() && evaluation.budget().may_select(nodes.size() + 1)) {
        nodes.emplace_back(locations, walk.append_location(*locations));
    }
    if (evaluation.budget().error()) return limit_error(evaluation.budget(), compiled_->text);
    return nodes;
}

Result<bool> JsonPath::exists(const Json& root, const JsonPathLimits& limits) const {
    jsonpath::QueryEvaluation evaluation(root, limits);
    jsonpath::NodeTraversal walk(compiled_->query, root, evaluation);
    const bool found = walk.next();
    if (evaluation.budget().error()) return limit_error(evaluation.budget(), compiled_->text);
    return found;
}

bool JsonPath::is_singular() const {
    return !compiled_->query.non_singular;
}

const std::vector<std::string>& JsonPath::warnings() const {
    return compiled_->warnings;
}

const std::string& JsonPath::text() const {
    return compiled_->text;
}

}  // namespace plumbline
