#include "spec/schema/schema.hpp"

#include "spec/schema/lowering.hpp"
#include "spec/schema/schema_evaluation.hpp"
#include "spec/schema/schema_scan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace plumbline {
namespace {

// Twice the limit of parse_json. The stack of a program with a sanitizer has room for this depth
// and the longest chain of schemas in place.
constexpr int kMaxDepth = 128;

/// Returns whether an array or object is nested deeper than `levels`. It is not called for other
/// values: they are the majority, and every request body is checked.
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

std::vector<Error> errors_of(const std::map<std::string, Error, std::less<>>& by_name) {
    std::vector<Error> errors;
    errors.reserve(by_name.size());
    for (const auto& [name, error] : by_name) errors.push_back(error);
    return errors;
}

}  // namespace

struct Schema::SharedSchema {
    SharedJson document;  ///< the table points into it
    std::string pointer;
    std::shared_ptr<const SchemaTable> table;
    std::vector<Error> unjudged;
    std::vector<Error> imprecise_parts;
};

std::vector<Violation> Schema::evaluate(const Json& value) const {
    return judge(value, nullptr).violations;
}

std::vector<Violation> Schema::all_violations(const Json& value) const {
    if (is_too_deep(value)) return evaluate(value);
    SchemaViolations violations(std::numeric_limits<std::size_t>::max());
    (void)evaluate_schema(*compiled_->table, value, &violations);
    return std::move(violations).in_document_order();
}

SchemaJudgement Schema::judge(const Json& value, WrittenNumbers* numbers) const {
    if (is_too_deep(value)) {
        return {{{"",
                  "depth",
                  compiled_->pointer,
                  fmt::format("found a value nested deeper than {} levels, expected fewer",
                              kMaxDepth)}}};
    }
    SchemaViolations unjudged;
    const SchemaEvaluationOptions options{numbers, &unjudged};
    const SchemaMatch match = evaluate_schema(*compiled_->table, value, nullptr, options);
    if (match == SchemaMatch::kMatches) return {};
    SchemaViolations violations;
    if (match == SchemaMatch::kFails)
        (void)evaluate_schema(*compiled_->table, value, &violations, options);
    const std::size_t dropped = violations.dropped();
    return {std::move(violations).in_document_order(),
            std::move(unjudged).in_document_order(),
            dropped};
}

bool Schema::accepts(const Json& value) const {
    return !is_too_deep(value) &&
           evaluate_schema(*compiled_->table, value, nullptr) != SchemaMatch::kFails;
}

const std::vector<Error>& Schema::unjudged() const {
    return compiled_->unjudged;
}

const std::vector<Error>& Schema::imprecise_parts() const {
    return compiled_->imprecise_parts;
}

const std::string& Schema::pointer() const {
    return compiled_->pointer;
}

struct SchemaCompiler::CompilerState {
    Document document;
    SchemaDialect dialect;
    std::mutex mutex;  ///< guards the following
    std::map<std::string, Result<Schema>, std::less<>> compiled;
    std::set<std::string, std::less<>> checked;  ///< pointers that `check` has checked
    /// Made on the first use: a program reads many documents whose schemas it never compiles.
    std::optional<SchemaResources> resources;

    [[nodiscard]] Result<SchemaScan> scan(std::string_view pointer);
    [[nodiscard]] Result<Schema> compile_schema(std::string_view pointer);
};

SchemaCompiler::SchemaCompiler(Document document,
                               SchemaStrictness strictness,
                               std::vector<std::string> x_names)
    : state_(std::make_shared<CompilerState>()) {
    state_->document = std::move(document);
    state_->dialect = {strictness, std::move(x_names)};
}

Result<void> SchemaCompiler::check(std::string_view pointer) const {
    const std::lock_guard lock(state_->mutex);
    if (state_->checked.contains(pointer)) return {};
    const auto scan = state_->scan(pointer);
    if (!scan) return fail(scan.error());
    for (const auto& [known, index] : scan->index) state_->checked.insert(known);
    return {};
}

const Result<Schema>& SchemaCompiler::compile(std::string_view pointer) const {
    const std::lock_guard lock(state_->mutex);
    const auto known = state_->compiled.find(pointer);
    if (known != state_->compiled.end()) return known->second;
    return state_->compiled.emplace(std::string(pointer), state_->compile_schema(pointer))
        .first->second;
}

Result<SchemaScan> SchemaCompiler::CompilerState::scan(std::string_view pointer) {
    if (!resources) resources.emplace(*document.root);
    return scan_schema(document, dialect, *resources, pointer);
}

Result<Schema> SchemaCompiler::CompilerState::compile_schema(std::string_view pointer) {
    auto scanned = scan(pointer);
    if (!scanned) return fail(scanned.error());
    std::vector<Error> unjudged = errors_of(scanned->unjudged);
    std::vector<Error> imprecise_parts = errors_of(scanned->imprecise_parts);
    auto table = SchemaTable::compile(lower(std::move(*scanned), *resources));
    if (!table) {
        table.error().where = document.where(pointer);
        return fail(table.error());
    }
    Schema schema;
    schema.compiled_ = std::make_shared<const Schema::SharedSchema>(
        Schema::SharedSchema{document.root,
                             std::string(pointer),
                             std::move(*table),
                             std::move(unjudged),
                             std::move(imprecise_parts)});
    return schema;
}

Result<Schema> compile_closed_schema(Result<Document> document, std::string_view pointer) {
    if (!document) return fail(document.error());
    return SchemaCompiler(*std::move(document), SchemaStrictness::kClosed).compile(pointer);
}

Result<void> check_by_schema(const Result<Schema>& schema, const CheckedValue& checked) {
    if (!schema) return fail(schema.error());
    const auto violations = schema->evaluate(checked.value);
    if (violations.empty()) return {};
    const Violation& first = violations.front();
    const std::string at = checked.name + first.instance_pointer;
    return fail(
        ErrorCode::kInvalid,
        (at.empty() ? "" : at + ": ") + first.message + (checked.hint ? checked.hint(first) : ""),
        checked.document ? checked.document->where(checked.pointer + first.instance_pointer)
                         : SourceRef{},
        checked.notes);
}

}  // namespace plumbline
