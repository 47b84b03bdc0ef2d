#include "spec/jsonpath/functions.hpp"

#include <algorithm>
#include <iterator>

namespace plumbline::jsonpath {
namespace {

constexpr Type kOneValue[] = {Type::kValue};
constexpr Type kTwoValues[] = {Type::kValue, Type::kValue};
constexpr Type kOneList[] = {Type::kNodes};

/// In the order of Function.
constexpr FunctionRow kFunctions[] = {
    {"length", kOneValue, Function::kLength, Type::kValue},
    {"count", kOneList, Function::kCount, Type::kValue},
    {"match", kTwoValues, Function::kMatch, Type::kLogical},
    {"search", kTwoValues, Function::kSearch, Type::kLogical},
    {"value", kOneList, Function::kValue, Type::kValue},
};

}  // namespace

const FunctionRow* find_function(std::string_view name) {
    const auto row = std::find_if(std::begin(kFunctions),
                                  std::end(kFunctions),
                                  [&](const FunctionRow& one) { return one.name == name; });
    return row == std::end(kFunctions) ? nullptr : row;
}

const FunctionRow& row_of(Function function) {
    return kFunctions[static_cast<std::size_t>(function)];
}

std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const FunctionRow& row : kFunctions) names.emplace_back(row.name);
    return names;
}

}  // namespace plumbline::jsonpath
