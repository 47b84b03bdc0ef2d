#include "spec/schema/schema.hpp"

#include "spec/schema/graph.hpp"
#include "spec/schema/reach.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace plumbline {
namespace {

// Far beyond what parse_json lets through, far within what the judge's stack holds.
constexpr int kMaxDepth = 512;

/// Says so of an array or object. Nothing is called for what is neither: most values are not, and
/// every request's body is looked through.
bool is_deeper_than(const Json& structure, int levels) {
    if (levels == 0) return true;
    const auto is_deep = [&](const Json& part) {
        return part.is_structured() && is_deeper_than(part, levels - 1);
    };
    if (structure.is_array()) {
        const auto& items = structure.get_ref<const Json::array_t&>();
        return std::any_of(items.begin(), items.end(), is_deep);
    }
    const auto& members = structure.get_ref<const Json::object_t&>();
    return std::any_of(
        members.begin(), members.end(), [&](const auto& member) { return is_deep(member.second); });
}

bool is_too_deep(const Json& value) {
    return value.is_structured() && is_deeper_than(value, kMaxDepth);
}

}  // namespace

struct Schema::Compiled {
    SharedJson document;  ///< what the graph's checks point into
    std::string pointer;
    Graph graph;
};

std::vector<Violation> Schema::judge(const Json& value) const {
    if (is_too_deep(value)) {
        return {
            {"",
             "depth",
             compiled_->pointer,
             fmt::format("found a value nested deeper than {} levels, expected fewer", kMaxDepth)}};
    }
    if (compiled_->graph.accepts(value)) return {};
    Findings findings;
    compiled_->graph.judge(value, findings);
    return std::move(findings).in_document_order();
}

bool Schema::accepts(const Json& value) const {
    return !is_too_deep(value) && compiled_->graph.accepts(value);
}

const std::string& Schema::pointer() const {
    return compiled_->pointer;
}

struct SchemaCompiler::State {
    Document document;
    Dialect dialect;
    std::map<std::string, Result<Schema>, std::less<>> compiled;
    std::set<std::string, std::less<>> checked;  ///< what `check` has reached

    [[nodiscard]] Result<Schema> make(std::string_view pointer) const;
};

SchemaCompiler::SchemaCompiler(Document document,
                               SchemaStrictness strictness,
                               std::vector<std::string> x_names)
    : state_(std::make_unique<State>(
          State{std::move(document), Dialect{strictness, std::move(x_names)}, {}, {}})) {}

SchemaCompiler::~SchemaCompiler() = default;
SchemaCompiler::SchemaCompiler(SchemaCompiler&&) noexcept = default;
SchemaCompiler& SchemaCompiler::operator=(SchemaCompiler&&) noexcept = default;

Result<void> SchemaCompiler::check(std::string_view pointer) {
    if (state_->checked.contains(pointer)) return {};
    const auto reached = reach(state_->document, state_->dialect, pointer);
    if (!reached) return fail(reached.error());
    for (const auto& [known, place] : reached->index) state_->checked.insert(known);
    return {};
}

const Result<Schema>& SchemaCompiler::compile(std::string_view pointer) {
    const auto known = state_->compiled.find(pointer);
    if (known != state_->compiled.end()) return known->second;
    return state_->compiled.emplace(std::string(pointer), state_->make(pointer)).first->second;
}

Result<Schema> SchemaCompiler::State::make(std::string_view pointer) const {
    auto reached = reach(document, dialect, pointer);
    if (!reached) return fail(reached.error());
    auto graph = Graph::compile(lower(std::move(*reached), *document.root));
    if (!graph) {
        graph.error().where = document.where(pointer);
        return fail(graph.error());
    }
    Schema schema;
    schema.compiled_ = std::make_shared<const Schema::Compiled>(
        Schema::Compiled{document.root, std::string(pointer), std::move(*graph)});
    return schema;
}

}  // namespace plumbline
