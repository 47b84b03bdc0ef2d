#pragma once
// The expression language of suites: runtime expressions, templates, criteria, selectors.

#include "conformance/expressions/computed_value_limit.hpp"
#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/jsonpath_template.hpp"
#include "conformance/expressions/selector_object.hpp"
#include "conformance/expressions/xpath_template.hpp"
