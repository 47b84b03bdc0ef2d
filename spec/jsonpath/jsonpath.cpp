#include "spec/jsonpath/jsonpath.hpp"

#include "spec/base/text.hpp"
#include "spec/jsonpath/evaluation.hpp"
#include "spec/jsonpath/fault.hpp"
#include "spec/jsonpath/parser.hpp"
#include "spec/jsonpath/walk.hpp"

#include <utility>

namespace plumbline {

namespace {

/// Returns the Error of an evaluation that met a limit.
tl::unexpected<Error> stopped(const jsonpath::Meter& meter, const std::string& query) {
    Error error = *meter.error();
    error.notes.push_back("query: " + jsonpath::backquoted(query));
    return fail(std::move(error));
}

}  // namespace

struct JsonPath::Compiled {
    std::string text;
    jsonpath::Query query;
    std::vector<std::string> remarks;
};

Result<JsonPath> JsonPath::compile(std::string_view text) {
    if (const std::size_t valid = utf8_prefix(text).size(); valid < text.size()) {
        return fail(jsonpath::error_of(
            {valid, "a byte that is not UTF-8; write the query in UTF-8"}, text));
    }
    jsonpath::Parser parser(text);
    auto query = parser.parse();
    if (!query) return fail(jsonpath::error_of(query.error(), text));
    auto compiled = std::make_shared<Compiled>();
    compiled->text = text;
    compiled->query = *std::move(query);
    for (const jsonpath::Fault& remark : parser.remarks()) {
        compiled->remarks.push_back(jsonpath::located(remark, text));
    }
    JsonPath path;
    path.compiled_ = std::move(compiled);
    return path;
}

Result<NodeList> JsonPath::select(const Json& root, const JsonPathLimits& limits) const {
    jsonpath::Evaluation evaluation(root, limits);
    jsonpath::Walk walk(compiled_->query, root, evaluation);
    std::vector<NodeList::Place> places;
    std::vector<std::size_t> nodes;
    while (walk.next() && evaluation.meter().may_select(nodes.size() + 1)) {
        nodes.push_back(walk.keep(places));
    }
    if (evaluation.meter().error()) return stopped(evaluation.meter(), compiled_->text);
    return NodeList(std::move(places), std::move(nodes));
}

Result<bool> JsonPath::exists(const Json& root, const JsonPathLimits& limits) const {
    jsonpath::Evaluation evaluation(root, limits);
    jsonpath::Walk walk(compiled_->query, root, evaluation);
    const bool found = walk.next();
    if (evaluation.meter().error()) return stopped(evaluation.meter(), compiled_->text);
    return found;
}

bool JsonPath::is_singular() const {
    return compiled_->query.is_singular;
}

const std::vector<std::string>& JsonPath::remarks() const {
    return compiled_->remarks;
}

const std::string& JsonPath::text() const {
    return compiled_->text;
}

}  // namespace plumbline
